import type {
  Collection,
  DocumentMap,
  DocumentValue,
  StoredDocument,
  WireDocument,
} from '@yamori/domain';
import { encodeDocument, isDocumentMap, selectFields, type DocumentQuery } from '@yamori/domain';
import type { PlacedRow } from './document-row.ts';

/**
 * A document for callers: validated, or without fields and `bare` if the stored data fails its
 * schema.
 */
export type ReadDocument = PlacedRow & { readonly bare: boolean };

export type DocumentLog = { readonly warn: (details: object, message: string) => void };

export type Presentation = {
  readonly check: (row: PlacedRow) => ReadDocument;
  /** Encodes a document without hidden fields and with only the selected ones. */
  readonly wire: (
    document: ReadDocument,
    hidden: readonly string[],
    select: DocumentQuery['select'],
  ) => WireDocument;
};

/** Validates stored documents on read (specification, section 3). Never logs their content. */
export function createPresentation(
  collections: ReadonlyMap<string, Collection>,
  log: DocumentLog,
): Presentation {
  return {
    check: (row) => {
      const result = collections.get(row.collection)?.schema.safeParse(row.data);
      // The output of a collection's schema consists of document values.
      if (result?.success) return { ...row, data: result.data as DocumentMap, bare: false };
      const issues = result?.error.issues.map((issue) => ({
        field: issue.path.map(String).join('.'),
        code: issue.code,
      }));
      log.warn(
        { code: 'document-bare', path: row.path, issues },
        'document failed schema validation; hiding its fields',
      );
      return { ...row, data: {}, bare: true };
    },
    wire: (document, hidden, select) => {
      const data = withoutFields(document.data, hidden);
      const wire = encodeDocument(shownPart({ ...document, data }, select));
      return document.bare ? { ...wire, bare: true } : wire;
    },
  };
}

const shownPart = (document: StoredDocument, select: DocumentQuery['select']): StoredDocument =>
  select === null
    ? document
    : { ...document, data: selectFields({ ...EVERY_DOCUMENT, select }, document.data) };

const EVERY_DOCUMENT: DocumentQuery = {
  collection: '',
  group: false,
  filters: [],
  order: [],
  startAt: null,
  endAt: null,
  offset: 0,
  limit: null,
  select: null,
};

/**
 * Removes hidden fields. Dots name parts of a field (`live.accidents.by`), including in each
 * element of a list.
 */
export function withoutFields(data: DocumentMap, hidden: readonly string[]): DocumentMap {
  if (hidden.length === 0 || !isDocumentMap(data)) return data;
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (hidden.includes(name)) return [];
      const parts = hidden.flatMap((field) =>
        field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : [],
      );
      return [[name, parts.length > 0 ? omitPaths(value, parts) : value]];
    }),
  );
}

function omitPaths(value: DocumentValue, parts: readonly string[]): DocumentValue {
  if (Array.isArray(value)) return value.map((member) => omitPaths(member, parts));
  return isDocumentMap(value) ? withoutFields(value, parts) : value;
}
