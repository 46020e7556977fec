import { ProblemError } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';
import { type PlacedRow, readRows } from '../../core/documents/document-row.ts';
import type { RowChange } from '../../core/documents/writing/unique-keys.ts';

/**
 * Invariants of rooms and devices: a room with devices cannot be archived or deleted, an archived
 * room takes no devices, and a room or device with records can only be archived or retired
 * (decision 039).
 */
export const checkPlacesInUse: Invariant = {
  on: { room: ['archivedAt'], device: ['roomId'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      const row = after ?? before;
      if (row?.parentPath !== '') continue;
      if (row.collection === 'room') await checkRoom(before, after, batch, queries);
      if (row.collection === 'device') await checkDevice(before, after, batch, queries);
    }
  },
};

async function checkRoom(
  before: PlacedRow | null,
  after: PlacedRow | null,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  const row = after ?? before;
  if (row === null || (after !== null && !isArchived(after))) return;
  if (after !== null && before !== null && isArchived(before)) return;
  const count = await countDevices(row.id, batch, queries);
  if (count > 0) throw new ProblemError('room-devices-in-use', { details: { count } });
  if (after === null && (await hasRecorded(row, queries)))
    throw new ProblemError('room-recorded-in-use');
}

async function checkDevice(
  before: PlacedRow | null,
  after: PlacedRow | null,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<void> {
  if (after === null) {
    if (before !== null && (await deviceRecorded(before.id, queries)))
      throw new ProblemError('device-recorded-in-use');
    return;
  }
  const roomId = getRoomId(after);
  if (roomId === null || roomId === (before === null ? null : getRoomId(before))) return;
  const path = `room/${roomId}`;
  const written = batch.find((change) => (change.after ?? change.before)?.path === path);
  const room = written === undefined ? (await readRows(queries, [path])).get(path) : written.after;
  if (room !== null && room !== undefined && isArchived(room))
    throw new ProblemError('room-archived', { place: 'roomId' });
}

async function countDevices(
  roomId: string,
  batch: readonly RowChange[],
  queries: Queries,
): Promise<number> {
  const written = batch.filter(({ before, after }) => (after ?? before)?.collection === 'device');
  const [others] = await queries.query<{ count: number }>({
    name: 'count_devices_in_room',
    text: `select count(*)::int as count from documents where collection = 'device' and parent_path = '' and data @> jsonb_build_object('roomId', $1::text) and path <> all($2)`,
    values: [roomId, written.map(({ before, after }) => (after ?? before)?.path ?? '')],
  });
  return (
    (others?.count ?? 0) +
    written.filter(({ after }) => after !== null && getRoomId(after) === roomId).length
  );
}

/**
 * Whether devices have sent data from the room. Documents below a room also prevent its deletion
 * (`document-in-use`).
 */
export async function hasRecorded(room: PlacedRow, queries: Queries): Promise<boolean> {
  const found = await queries.query({
    name: 'check_room_recorded',
    text: `with stay as (
        select serial, from_us, coalesce(to_us, 9223372036854775807) as to_us from device_assignments where root_domain_id = $1 and room_id = $2
        union all select serial, from_us, to_us from imported_stays where root_domain_id = $1 and room_id = $2)
      select 1 from stay where exists (select 1 from timeline_chunks c where c.serial = stay.serial and c.from_us < stay.to_us and c.to_us > stay.from_us)
        or exists (select 1 from staged_frames f where f.serial = stay.serial and f.from_us < stay.to_us and f.to_us > stay.from_us) limit 1`,
    values: [room.data['rootDomainId'] ?? '', room.id],
  });
  return found.length > 0;
}

async function deviceRecorded(serial: string, queries: Queries): Promise<boolean> {
  const found = await queries.query({
    name: 'check_device_recorded',
    text: 'select 1 where exists (select 1 from timeline_chunks where serial = $1) or exists (select 1 from staged_frames where serial = $1)',
    values: [serial],
  });
  return found.length > 0;
}

const isArchived = ({ data }: PlacedRow): boolean => (data['archivedAt'] ?? null) !== null;
const getRoomId = ({ data }: PlacedRow): string | null =>
  typeof data['roomId'] === 'string' && data['roomId'] !== '' ? data['roomId'] : null;
