import { ACCESS_LEVELS, ProblemError, type DocumentMap } from '@yamori/domain';
import type { Queries } from '../database/database.ts';
import { type PlacedRow, readRows } from './document-row.ts';
import type { RowChange } from './writing/unique-keys.ts';

type BatchContext = { readonly queries: Queries; readonly batch: readonly RowChange[] };

/**
 * A room accepts only its organisation's own and borrowed devices, its own members, and
 * individuals. Documents of other organisations are reported as missing.
 */
export async function rejectForeignReferences(
  before: PlacedRow | null,
  after: PlacedRow,
  queries: Queries,
  batch: readonly RowChange[],
): Promise<void> {
  if (after.parentPath !== '') return;
  if (after.collection === 'device') await rejectForeignRoom(before, after, { queries, batch });
  if (after.collection !== 'room') return;
  await rejectForeign(before, after, 'deviceSerials', { queries, batch });
  await rejectForeign(before, after, 'sharedWith', { queries, batch });
}

async function rejectForeignRoom(
  before: PlacedRow | null,
  after: PlacedRow,
  context: BatchContext,
): Promise<void> {
  const { roomId } = after.data;
  if (typeof roomId !== 'string' || roomId === '') return;
  const isMoved = roomId !== before?.data['roomId'] || !isSameDomain(before, after);
  if (!isMoved) return;
  const path = `room/${roomId}`;
  const room = roomId.includes('/') ? undefined : (await readReferenced([path], context)).get(path);
  if (room === undefined || !isDeviceInDomain(room.data['domainId'], after.data))
    throw new ProblemError('document-not-found', { place: path });
}

const REFERENCES = {
  deviceSerials: { collection: 'device', isInDomain: isDeviceInDomain },
  sharedWith: { collection: 'staff', isInDomain: isPersonInDomain },
} as const;

async function rejectForeign(
  before: PlacedRow | null,
  after: PlacedRow,
  field: keyof typeof REFERENCES,
  context: BatchContext,
): Promise<void> {
  const { collection, isInDomain } = REFERENCES[field];
  const known = new Set(isSameDomain(before, after) ? getNames(before, field) : []);
  const added = getNames(after, field).filter((name) => !known.has(name));
  if (added.length === 0) return;
  const paths = added.filter((name) => !name.includes('/')).map((name) => `${collection}/${name}`);
  const rows = await readReferenced(paths, context);
  const foreign = added.find((name) => {
    const row = rows.get(`${collection}/${name}`);
    return row === undefined || !isInDomain(after.data['domainId'], row.data);
  });
  if (foreign === undefined) return;
  const at = getNames(after, field).indexOf(foreign);
  throw new ProblemError('document-invalid', {
    place: after.path,
    issues: [{ field: `${field}.${at}`, code: 'value-wrong' }],
  });
}

function isDeviceInDomain(domainId: unknown, device: DocumentMap): boolean {
  return domainId === device['domainId'] || domainId === device['borrowedBy'];
}

function isPersonInDomain(domainId: unknown, person: DocumentMap): boolean {
  return domainId === person['domainId'] || person['accessLevel'] === ACCESS_LEVELS.individualUser;
}

const isSameDomain = (before: PlacedRow | null, after: PlacedRow): boolean =>
  before !== null && before.data['domainId'] === after.data['domainId'];

function getNames(row: PlacedRow | null, field: string): string[] {
  const names = row?.data[field];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** Rows as they will be after the batch. */
async function readReferenced(
  paths: readonly string[],
  { queries, batch }: BatchContext,
): Promise<ReadonlyMap<string, PlacedRow>> {
  const found = new Map(await readRows(queries, paths));
  const requested = new Set(paths);
  for (const { before, after } of batch) {
    const path = (after ?? before)?.path ?? '';
    if (!requested.has(path)) continue;
    if (after === null) found.delete(path);
    else found.set(path, after);
  }
  return found;
}
