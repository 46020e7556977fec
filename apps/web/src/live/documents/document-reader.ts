import {
  decodeDocument,
  parseDocumentPath,
  ProblemError,
  type BareDocument,
  type Collection,
  type DocumentBase,
  type DocumentMap,
  type StoredDocument,
  type WireDocument,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';

/** A document as screens get it: what its schema gives, dates as Date, and the base fields. */
export type DocumentOf<C extends Collection> = C['schema']['_zod']['output'] & DocumentBase;
/** Bare where what is stored fails its schema. */
export type FoundDocument<C extends Collection> = DocumentOf<C> | BareDocument;

/** Whether a document came whole rather than bare. */
export const isWhole = <C extends Collection>(
  document: FoundDocument<C>,
): document is DocumentOf<C> => 'updatedAt' in document;

/** A document in two forms: as it is stored, to sort and compare by, and as screens get it. */
export type ReadDocument<C extends Collection> = {
  readonly stored: StoredDocument;
  readonly document: FoundDocument<C>;
};

export type DocumentReader = <C extends Collection>(
  collection: C,
  wire: WireDocument,
) => ReadDocument<C>;

/**
 * Reads documents that arrive. Fields that are there must fit the schema; a field that is not there
 * may be one that the rules of access hide from this reader, so it does not make a document bare:
 * the server has checked the whole.
 */
export function createDocumentReader(log: ClientLog): DocumentReader {
  const schemas = new Map<Collection, ReturnType<Collection['schema']['partial']>>();
  const schemaOf = (collection: Collection): ReturnType<Collection['schema']['partial']> => {
    const schema = schemas.get(collection) ?? collection.schema.partial();
    schemas.set(collection, schema);
    return schema;
  };
  // The whole schema costs a fifth of the partial one, and mostly nothing is hidden.
  const parse = (collection: Collection, data: DocumentMap) => {
    const whole = collection.schema.safeParse(data);
    return whole.success ? whole : schemaOf(collection).safeParse(data);
  };
  return (collection, wire) => {
    const stored = decode(wire);
    const result = stored && wire.bare !== true ? parse(collection, stored.data) : null;
    if (stored && result?.success) {
      // The schema of the collection gave this; the type parameter cannot be followed through
      // partial().
      return {
        stored,
        document: { ...result.data, ...baseOf(stored) } as FoundDocument<typeof collection>,
      };
    }
    log.error('documents: a stored document fails its schema and is shown bare', {
      path: wire.path,
      fields: failedFields(result),
    });
    return { stored: stored ?? emptyDocument(wire), document: bareOf(wire.path) };
  };
}

const baseOf = (stored: StoredDocument): DocumentBase => ({
  ...bareOf(stored.path),
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
});

const bareOf = (path: string): BareDocument => ({
  documentReferenceId: parseDocumentPath(path).id,
  documentPath: path,
});

const emptyDocument = (wire: WireDocument): StoredDocument => ({
  path: wire.path,
  data: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: wire.version,
});

function decode(wire: WireDocument): StoredDocument | null {
  try {
    return decodeDocument(wire);
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

type Failure = {
  readonly success: boolean;
  readonly error?:
    | { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }
    | undefined;
};

/** Names of fields only; what they hold is nobody's business in a log. */
const failedFields = (result: Failure | null): string =>
  (result?.error?.issues ?? []).map((issue) => issue.path.map(String).join('.')).join(', ');

/** The fields of a document that was read, as a map to take cursor values from. */
export const fieldsOf = (document: Readonly<Record<string, unknown>>): DocumentMap => {
  // Fields came out of decodeDocument and a schema that keeps document values; base fields are text
  // and dates.
  return document as DocumentMap;
};
