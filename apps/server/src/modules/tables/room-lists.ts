import type { Write } from '@yamori/domain';
import type { CommitGuard } from '../../core/documents/writing/commit-guard.ts';
import type { CsvImportDeps } from './csv-import-deps.ts';

const DEVICE = 'device/';
const roomIdIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Returns the room that a write sets for its device; undefined if it sets none. */
function putInto(write: Write): string | null | undefined {
  if (write.kind === 'create' || write.kind === 'set') return roomIdIn(write.data['roomId']);
  if (write.kind === 'delete') return null;
  const field =
    write.kind === 'update'
      ? write.fields.find((one) => one.field.length === 1 && one.field[0] === 'roomId')
      : undefined;
  return field === undefined ? undefined : roomIdIn(field.value);
}

/**
 * Builds the updates of rooms' device lists that belong in the same commit as writes of devices
 * (decision 039). Screens of a room query the devices on its list.
 */
export async function followingLists(
  { store }: Pick<CsvImportDeps, 'store'>,
  writes: readonly Write[],
): Promise<Write[]> {
  const moves = writes.flatMap((write) => {
    const next = write.path.startsWith(DEVICE) ? putInto(write) : undefined;
    return next === undefined
      ? []
      : [{ path: write.path, serial: write.path.slice(DEVICE.length), next }];
  });
  if (moves.length === 0) return [];
  const devices = await store.read(moves.map(({ path }) => path));
  const [left, joined] = [new Map<string, string[]>(), new Map<string, string[]>()];
  moves.forEach(({ serial, next }, index) => {
    const before = roomIdIn(devices[index]?.data['roomId']);
    if (before === next) return;
    if (before !== null) left.set(before, [...(left.get(before) ?? []), serial]);
    if (next !== null) joined.set(next, [...(joined.get(next) ?? []), serial]);
  });
  const paths = [...new Set([...left.keys(), ...joined.keys()])].map((roomId) => `room/${roomId}`);
  // Skip deleted rooms.
  const existing = new Set((await store.read(paths)).flatMap((room) => room?.id ?? []));
  const listed = (
    roomId: string,
    change: { readonly $arrayUnion: string[] } | { readonly $arrayRemove: string[] },
  ): Write[] =>
    existing.has(roomId)
      ? [
          {
            kind: 'update',
            path: `room/${roomId}`,
            fields: [{ field: ['deviceSerials'], value: change }],
          },
        ]
      : [];
  return [
    ...[...left].flatMap(([roomId, serials]) => listed(roomId, { $arrayRemove: serials })),
    ...[...joined].flatMap(([roomId, serials]) => listed(roomId, { $arrayUnion: serials })),
  ];
}

/** Applies the rules of devices; a room's list of devices follows without a rule. */
export const withoutLists = (guard: CommitGuard): CommitGuard => {
  const isRoom = (path: string | undefined): boolean => path?.startsWith('room/') === true;
  return {
    sees: guard.sees,
    shape: (write, before, after) =>
      isRoom(write.path) ? after : guard.shape(write, before, after),
    decide: async (change, queries, batch) => {
      if (!isRoom((change.after ?? change.before)?.path))
        await guard.decide(change, queries, batch);
    },
  };
};
