import {
  holderPath,
  resolvePlacement,
  ProblemError,
  SYSTEM_ROOT,
  type Placement,
} from '@yamori/domain';
import type { Queries } from '../../database/database.ts';
import {
  type DocumentColumns,
  type PlacedRow,
  readRows,
  ROW_COLUMNS,
  rowFromColumns,
} from '../document-row.ts';
import type { RowChange } from './unique-keys.ts';

/** Gives every written document the placement that follows from its new data and its holder. */
export async function placeDocuments(
  queries: Queries,
  changes: readonly RowChange[],
): Promise<RowChange[]> {
  const written = new Map(
    changes.map((change) => [(change.after ?? change.before)?.path ?? '', change.after]),
  );
  const needed = changes
    .flatMap(({ after }) => (after ? (holderPath(after) ?? []) : []))
    .filter((path) => !written.has(path));
  const stored =
    needed.length === 0
      ? new Map<string, PlacedRow>()
      : await readRows(queries, [...new Set(needed)]);

  const placementAt = (path: string): Placement | null => {
    const row = written.has(path) ? (written.get(path) ?? null) : (stored.get(path) ?? null);
    // A holder within the batch is placed by its new data; holders are not nested.
    return row === null ? null : written.has(path) ? placeRow(row) : row.placement;
  };
  const placeRow = (row: PlacedRow): Placement => {
    const holder = holderPath(row);
    const held = holder === null ? null : placementAt(holder);
    if (row.parentPath !== '' && held === null)
      throw new ProblemError('document-parent-missing', { place: row.parentPath });
    return resolvePlacement(row, held);
  };
  return changes.map(({ before, after }) => ({
    before,
    after: after && { ...after, placement: placeRow(after) },
  }));
}

/**
 * Documents outside the batch whose placement follows a holder that the batch moved, created or
 * deleted.
 */
export async function cascadePlacement(
  queries: Queries,
  changes: readonly RowChange[],
  inBatch: ReadonlySet<string>,
): Promise<RowChange[]> {
  const moved = new Map(
    changes
      .filter(({ before, after }) => !samePlacement(before?.placement, after?.placement))
      .map(
        ({ before, after }) => [(after ?? before)?.path ?? '', after?.placement ?? null] as const,
      ),
  );
  const holders = [...moved.keys()].filter((path) => /^(room|device)\/[^/]+$/.test(path));
  if (holders.length === 0) return [];
  const columns = await queries.query<DocumentColumns & { holder_path: string }>({
    name: 'list_held_documents',
    text: `select ${ROW_COLUMNS}, holder_path from documents where holder_path = any($1) order by path`,
    values: [holders],
  });
  return columns
    .filter((row) => !inBatch.has(row.path))
    .flatMap((row) => {
      const before = rowFromColumns(row);
      const placement = resolvePlacement(before, moved.get(row.holder_path) ?? null);
      return samePlacement(before.placement, placement)
        ? []
        : [{ before, after: { ...before, placement } }];
    });
}

const samePlacement = (a: Placement | undefined, b: Placement | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Whether the domain named by the document's fields exists and has the named root. */
export async function isPlacedRightly(queries: Queries, row: PlacedRow): Promise<boolean> {
  const { domainId, parentDomainId, rootDomainId, ancestorIds } = row.data;
  const named = row.collection === 'domain' ? parentDomainId : domainId;
  if (row.parentPath !== '' || (row.collection !== 'domain' && named === undefined)) return true;
  if (row.collection === 'domain' && named === null)
    return rootDomainId === row.id && Array.isArray(ancestorIds) && ancestorIds.length === 0;
  if (typeof named !== 'string') return false;
  const domain = (await readRows(queries, [`domain/${named}`])).get(`domain/${named}`);
  if (!domain || (domain.data['rootDomainId'] ?? SYSTEM_ROOT) !== rootDomainId) return false;
  const chain = Array.isArray(domain.data['ancestorIds'])
    ? [...domain.data['ancestorIds'], named]
    : [named];
  return row.collection !== 'domain' || JSON.stringify(ancestorIds) === JSON.stringify(chain);
}
