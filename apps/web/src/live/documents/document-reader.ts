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

/** A parsed document: the fields of its schema, dates as Date, and the base fields. */
export type DocumentOf<C extends Collection> = C['schema']['_zod']['output'] & DocumentBase;
/** Bare if the stored data fails its schema. */
export type FoundDocument<C extends Collection> = DocumentOf<C> | BareDocument;

/** Whether a document matches its schema (is not bare). */
export const isWhole = <C extends Collection>(
  document: FoundDocument<C>,
): document is DocumentOf<C> => 'updatedAt' in document;

/** A document in two forms: as stored, for sorting and comparing, and parsed. */
export type ReadDocument<C extends Collection> = {
  readonly stored: StoredDocument;
  readonly document: FoundDocument<C>;
};

export type DocumentReader = <C extends Collection>(
  collection: C,
  wire: WireDocument,
) => ReadDocument<C>;

/**
 * Parses incoming documents. Present fields must fit the schema. A missing field does not make a
 * document bare, because access rules may hide it from this reader; the server has validated the
 * whole document.
 */
export function createDocumentReader(log: ClientLog): DocumentReader {
  const schemas = new Map<Collection, ReturnType<Collection['schema']['partial']>>();
  const getSchema = (collection: Collection): ReturnType<Collection['schema']['partial']> => {
    const schema = schemas.get(collection) ?? collection.schema.partial();
    schemas.set(collection, schema);
    return schema;
  };
  // The full schema costs a fifth of the partial one, and usually no field is hidden.
  const parse = (collection: Collection, data: DocumentMap) => {
    const whole = collection.schema.safeParse(data);
    return whole.success ? whole : getSchema(collection).safeParse(data);
  };
  return (collection, wire) => {
    const stored = decode(wire);
    const result = stored && wire.bare !== true ? parse(collection, stored.data) : null;
    if (stored && result?.success) {
      // The schema of the collection produced this; the type parameter cannot be followed through
      // partial().
      return {
        stored,
        document: { ...result.data, ...toBase(stored) } as FoundDocument<typeof collection>,
      };
    }
    log.error('documents: stored document failed schema validation; hiding its fields', {
      path: wire.path,
      fields: failedFields(result),
    });
    return { stored: stored ?? emptyDocument(wire), document: toBare(wire.path) };
  };
}

const toBase = (stored: StoredDocument): DocumentBase => ({
  ...toBare(stored.path),
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
});

const toBare = (path: string): BareDocument => ({
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

/** Names of fields only; their values must not appear in a log. */
const failedFields = (result: Failure | null): string =>
  (result?.error?.issues ?? []).map((issue) => issue.path.map(String).join('.')).join(', ');

/** The fields of a parsed document, as a map for cursor values. */
export const toFieldMap = (document: Readonly<Record<string, unknown>>): DocumentMap => {
  // Fields came out of decodeDocument and a schema of document values; base fields are text and
  // dates.
  return document as DocumentMap;
};
