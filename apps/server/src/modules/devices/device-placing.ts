import {
  isFileSerial,
  isVisible,
  mayArrangeDevice,
  ProblemError,
  refuse,
  RULES,
  SYSTEM_PLACEMENT,
  type Actor,
  type DocumentMap,
  type RegisterDeviceCall,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import { createRuleGuard } from '../../core/documents/rule-guard.ts';
import type { Author, CommitGuard } from '../../core/documents/writing/commit-guard.ts';

/** Who asked, and how. */
export type Asking = {
  readonly actor: Actor;
  readonly author: Pick<Author, 'command' | 'address'>;
};

/**
 * What concerns a device and the room that it stands in, which lists its devices: both are written
 * at once (decision 039).
 */
export type DevicePlacing = {
  /**
   * @throws ProblemError `device-serial-taken`, `device-serial-refused` for one that is not the
   * asker's to know of, and those of the documents
   */
  readonly register: (
    asking: Asking,
    call: RegisterDeviceCall,
    keyHash: string | null,
  ) => Promise<void>;
  readonly place: (asking: Asking, serial: string, roomId: string | null) => Promise<void>;
  /** Without room and key from now on, or back in use. */
  readonly retire: (asking: Asking, serial: string, at: Date | null) => Promise<void>;
  /** @throws ProblemError `device-recorded-in-use`, `document-in-use` */
  readonly remove: (asking: Asking, serial: string) => Promise<void>;
};

export function createDevicePlacing(store: DocumentStore): DevicePlacing {
  const commit = async (
    { actor, author }: Asking,
    writes: readonly Write[],
    says: ServerSays = {},
    seen: Seen = {},
  ): Promise<void> => {
    await store.commit(writes, { actor, ...author, guard: placingGuard(actor, says, seen) });
  };
  /**
   * Where the device stands, and what takes it from that room's list: nothing when that room is
   * gone.
   */
  const leaving = async (
    actor: Actor,
    serial: string,
    next: string | null,
  ): Promise<{ readonly left: Write[]; readonly stoodIn: string | null }> => {
    const [device] = await store.read([`device/${serial}`]);
    if (
      device === null ||
      device === undefined ||
      !isVisible(device, RULES.device.visibleTo(actor))
    )
      throw refuse('device-not-found');
    const stoodIn = roomOf(device.data);
    if (stoodIn === null || stoodIn === next) return { left: [], stoodIn };
    const [room] = await store.read([`room/${stoodIn}`]);
    return {
      left:
        room === null || room === undefined ? [] : [listed(stoodIn, { $arrayRemove: [serial] })],
      stoodIn,
    };
  };
  return {
    async register(asking, { serial, roomId, ...fields }, keyHash) {
      const asked = {
        path: `device/${serial}`,
        id: serial,
        placement: SYSTEM_PLACEMENT,
        data: { domainId: fields.domainId },
      };
      // Before anything is said of the serial.
      if (!mayArrangeDevice(asking.actor, asked)) throw refuse('device-forbidden');
      if (isFileSerial(serial))
        throw refuse('document-invalid', { issues: [{ field: 'serial', code: 'value-wrong' }] });
      const [[type], [domain]] = await Promise.all([
        store.read([`deviceType/${fields.typeId}`]),
        store.read([`domain/${fields.domainId}`]),
      ]);
      if (type === null || type === undefined)
        throw refuse('document-invalid', { issues: [{ field: 'typeId', code: 'value-wrong' }] });
      const rootDomainId =
        typeof domain?.data['rootDomainId'] === 'string'
          ? domain.data['rootDomainId']
          : fields.domainId;
      const device: Write = {
        kind: 'create',
        path: `device/${serial}`,
        data: { serial, roomId, rootDomainId, ...fields },
      };
      await commit(
        asking,
        [device, ...(roomId === null ? [] : [listed(roomId, { $arrayUnion: [serial] })])],
        { keyHash },
      ).catch(asTaken(store, asking.actor, serial));
    },
    async place(asking, serial, roomId) {
      const { left, stoodIn } = await leaving(asking.actor, serial, roomId);
      const joined = roomId === null ? [] : [listed(roomId, { $arrayUnion: [serial] })];
      await commit(
        asking,
        [
          {
            kind: 'update',
            path: `device/${serial}`,
            fields: [{ field: ['roomId'], value: roomId }],
          },
          ...left,
          ...joined,
        ],
        {},
        { stoodIn },
      );
    },
    async retire(asking, serial, at) {
      const { left, stoodIn } = await leaving(asking.actor, serial, null);
      const [device] = await store.read([`device/${serial}`]);
      if (device === null || device === undefined || !mayArrangeDevice(asking.actor, device))
        throw refuse('device-forbidden');
      if (((device.data['retiredAt'] ?? null) === null) === (at === null)) return;
      // One that comes back stands nowhere either.
      await commit(
        asking,
        [
          {
            kind: 'update',
            path: `device/${serial}`,
            fields: [{ field: ['roomId'], value: null }],
          },
          ...left,
        ],
        { retiredAt: at },
        { stoodIn },
      );
    },
    async remove(asking, serial) {
      const { left, stoodIn } = await leaving(asking.actor, serial, null);
      await commit(
        asking,
        [{ kind: 'delete', path: `device/${serial}` }, ...left],
        {},
        { stoodIn },
      );
    },
  };
}

/** What the server says of the device in the same write; the rules leave these fields to it. */
type ServerSays = { readonly keyHash?: string | null; readonly retiredAt?: Date | null };
/** Where the device stood when its room's list was looked for; nothing where it was not. */
type Seen = { readonly stoodIn?: string | null };

/** The rules of devices decide; a room's list of its devices only follows. */
function placingGuard(actor: Actor, says: ServerSays, seen: Seen): CommitGuard {
  const guard = createRuleGuard(RULES, actor, () => true);
  const server = { ...says, ...(says.retiredAt instanceof Date ? { keyHash: null } : {}) };
  return {
    sees: guard.sees,
    shape: (write, before, after) =>
      isRoom(write.path) ? after : { ...guard.shape(write, before, after), ...server },
    decide: async (change, queries, batch) => {
      if (isRoom((change.after ?? change.before)?.path ?? '')) return;
      if (change.before !== null) refuseMeanwhile(change.before, seen, says);
      await guard.decide(change, queries, batch);
    },
  };
}

/**
 * Of the device as it is once it is locked: somebody may have put it elsewhere or lent it out since
 * it was looked at.
 */
function refuseMeanwhile(before: PlacedRow, { stoodIn }: Seen, { retiredAt }: ServerSays): void {
  if (stoodIn !== undefined && roomOf(before.data) !== stoodIn)
    throw refuse('document-conflict', { place: before.path });
  if (retiredAt instanceof Date && (before.data['borrowedBy'] ?? null) !== null)
    throw refuse('device-lent-in-use');
}

const roomOf = ({ roomId }: DocumentMap): string | null =>
  typeof roomId === 'string' ? roomId : null;
const isRoom = (path: string): boolean => path.startsWith('room/');
const listed = (
  roomId: string,
  change: { readonly $arrayUnion: string[] } | { readonly $arrayRemove: string[] },
): Write => ({
  kind: 'update',
  path: `room/${roomId}`,
  fields: [{ field: ['deviceSerials'], value: change }],
});

/**
 * One's own device is told of; of others it is only said that this serial cannot be registered
 * here.
 */
const asTaken =
  (store: DocumentStore, actor: Actor, serial: string) =>
  async (error: unknown): Promise<never> => {
    if (
      !(error instanceof ProblemError) ||
      !['document-exists', 'document-forbidden'].includes(error.problem.code)
    )
      throw error;
    const [there] = await store.read([`device/${serial}`]);
    if (there === null || there === undefined) throw error;
    throw isVisible(there, RULES.device.visibleTo(actor))
      ? refuse('device-serial-taken', { place: 'serial' })
      : refuse('device-serial-refused', { place: 'serial' });
  };
