import {
  decodeFields,
  encodeFields,
  parseDocumentPath,
  ProblemError,
  type DocumentMap,
  type Placement,
  type StoredDocument,
  type WireMap,
} from '@yamori/domain';
import type { Queries } from '../database/database.ts';

/** A stored document, decoded but not validated. Queries and rules use this form. */
export type PlacedRow = StoredDocument & {
  readonly id: string;
  /** Name of the collection (`sleep`) and path of the parent document (empty at the root). */
  readonly collection: string;
  readonly parentPath: string;
  readonly placement: Placement;
};

/** Columns of `documents` in the order of `rowFromColumns`. */
export const ROW_COLUMNS =
  'root_domain_id, path, data, domain_ids, shared_with, created_at, updated_at, version';

export type DocumentColumns = {
  readonly root_domain_id: string;
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly domain_ids: string[];
  readonly shared_with: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: string;
};

export const rowFromColumns = (columns: DocumentColumns): PlacedRow => ({
  ...splitDocumentPath(columns.path),
  data: decodeStored(columns.data),
  createdAt: columns.created_at,
  updatedAt: columns.updated_at,
  version: columns.version,
  placement: {
    rootDomainId: columns.root_domain_id,
    domainIds: columns.domain_ids,
    sharedWith: columns.shared_with,
  },
});

/** The rows that exist, by path. */
export async function readRows(
  queries: Queries,
  paths: readonly string[],
): Promise<Map<string, PlacedRow>> {
  const columns = await queries.query<DocumentColumns>({
    name: 'read_documents',
    text: `select ${ROW_COLUMNS} from documents where path = any($1)`,
    values: [[...paths]],
  });
  return new Map(columns.map((row) => [row.path, rowFromColumns(row)]));
}

/** A document before or after a change, as stored in the outbox. */
export type RowImage = {
  readonly data: WireMap;
  readonly placement: Placement;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version?: string;
};

export const toRowImage = (row: PlacedRow): RowImage => ({
  data: encodeFields(row.data, false),
  placement: row.placement,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...(row.version === '' ? {} : { version: row.version }),
});

export const rowFromImage = (path: string, image: RowImage): PlacedRow => ({
  ...splitDocumentPath(path),
  data: decodeStored(image.data),
  createdAt: new Date(image.createdAt),
  updatedAt: new Date(image.updatedAt),
  version: image.version ?? '',
  placement: image.placement,
});

export function splitDocumentPath(
  path: string,
): Pick<PlacedRow, 'path' | 'id' | 'collection' | 'parentPath'> {
  const parsed = parseDocumentPath(path);
  return {
    path,
    id: parsed.id,
    collection: parsed.collection.name,
    parentPath: parsed.collection.parent ?? '',
  };
}

/** Data that cannot be decoded becomes empty, and fails its schema later. */
function decodeStored(data: Readonly<Record<string, unknown>>): DocumentMap {
  try {
    return decodeFields(data);
  } catch (error) {
    if (error instanceof ProblemError) return {};
    throw error;
  }
}
