import {
  hasCode,
  isFileSerial,
  isVisible,
  mayArrangeDevice,
  ProblemError,
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

/** The actor and origin of a command. */
export type Requester = {
  readonly actor: Actor;
  readonly author: Pick<Author, 'command' | 'address'>;
};

/**
 * Commands that change a device together with the list of devices in its room, in one commit
 * (decision 039).
 */
export type DevicePlacing = {
  readonly register: (
    requester: Requester,
    call: RegisterDeviceCall,
    keyHash: string | null,
  ) => Promise<void>;
  readonly place: (requester: Requester, serial: string, roomId: string | null) => Promise<void>;
  /** Retires a device, which removes its room and key, or puts it back in use if `at` is null. */
  readonly retire: (requester: Requester, serial: string, at: Date | null) => Promise<void>;
  readonly remove: (requester: Requester, serial: string) => Promise<void>;
};

export function createDevicePlacing(store: DocumentStore): DevicePlacing {
  const commit = async (
    { actor, author }: Requester,
    writes: readonly Write[],
    serverFields: ServerFields = {},
    seen: Seen = {},
  ): Promise<void> => {
    await store.commit(writes, {
      actor,
      ...author,
      guard: placingGuard(actor, serverFields, seen),
    });
  };
  /**
   * Finds the device's current room, and the writes that remove the device from that room's list;
   * none if the room is gone.
   */
  const findLeaving = async (
    actor: Actor,
    serial: string,
    next: string | null,
  ): Promise<{ readonly left: Write[]; readonly currentRoomId: string | null }> => {
    const [device] = await store.read([`device/${serial}`]);
    if (
      device === null ||
      device === undefined ||
      !isVisible(device, RULES.device.visibleTo(actor))
    )
      throw new ProblemError('device-not-found');
    const currentRoomId = getRoomId(device.data);
    if (currentRoomId === null || currentRoomId === next) return { left: [], currentRoomId };
    const [room] = await store.read([`room/${currentRoomId}`]);
    return {
      left:
        room === null || room === undefined
          ? []
          : [updateRoomList(currentRoomId, { $arrayRemove: [serial] })],
      currentRoomId,
    };
  };
  return {
    async register(requester, { serial, roomId, ...fields }, keyHash) {
      const requested = {
        path: `device/${serial}`,
        id: serial,
        placement: SYSTEM_PLACEMENT,
        data: { domainId: fields.domainId },
      };
      // Check first, so that the reply reveals nothing about the serial.
      if (!mayArrangeDevice(requester.actor, requested)) throw new ProblemError('device-forbidden');
      if (isFileSerial(serial))
        throw new ProblemError('document-invalid', {
          issues: [{ field: 'serial', code: 'value-wrong' }],
        });
      const [[type], [domain]] = await Promise.all([
        store.read([`deviceType/${fields.typeId}`]),
        store.read([`domain/${fields.domainId}`]),
      ]);
      if (type === null || type === undefined)
        throw new ProblemError('document-invalid', {
          issues: [{ field: 'typeId', code: 'value-wrong' }],
        });
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
        requester,
        [device, ...(roomId === null ? [] : [updateRoomList(roomId, { $arrayUnion: [serial] })])],
        { keyHash },
      ).catch(rejectAsTaken(store, requester.actor, serial));
    },
    async place(requester, serial, roomId) {
      const { left, currentRoomId } = await findLeaving(requester.actor, serial, roomId);
      const joined = roomId === null ? [] : [updateRoomList(roomId, { $arrayUnion: [serial] })];
      await commit(
        requester,
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
        { currentRoomId },
      );
    },
    async retire(requester, serial, at) {
      const { left, currentRoomId } = await findLeaving(requester.actor, serial, null);
      const [device] = await store.read([`device/${serial}`]);
      if (device === null || device === undefined || !mayArrangeDevice(requester.actor, device))
        throw new ProblemError('device-forbidden');
      if (((device.data['retiredAt'] ?? null) === null) === (at === null)) return;
      // A device that returns to use has no room either.
      await commit(
        requester,
        [
          {
            kind: 'update',
            path: `device/${serial}`,
            fields: [{ field: ['roomId'], value: null }],
          },
          ...left,
        ],
        { retiredAt: at },
        { currentRoomId },
      );
    },
    async remove(requester, serial) {
      const { left, currentRoomId } = await findLeaving(requester.actor, serial, null);
      await commit(
        requester,
        [{ kind: 'delete', path: `device/${serial}` }, ...left],
        {},
        { currentRoomId },
      );
    },
  };
}

/** Fields that only the server may set, written in the same commit. */
type ServerFields = { readonly keyHash?: string | null; readonly retiredAt?: Date | null };
/** Room of the device when it was read; absent if it was not read. */
type Seen = { readonly currentRoomId?: string | null };

/** Applies the rules of devices; a room's list of devices follows without a rule. */
function placingGuard(actor: Actor, serverFields: ServerFields, seen: Seen): CommitGuard {
  const guard = createRuleGuard(RULES, actor, () => true);
  const server = {
    ...serverFields,
    ...(serverFields.retiredAt instanceof Date ? { keyHash: null } : {}),
  };
  return {
    sees: guard.sees,
    shape: (write, before, after) =>
      isRoom(write.path) ? after : { ...guard.shape(write, before, after), ...server },
    decide: async (change, queries, batch) => {
      if (isRoom((change.after ?? change.before)?.path ?? '')) return;
      if (change.before !== null) rejectIfChanged(change.before, seen, serverFields);
      await guard.decide(change, queries, batch);
    },
  };
}

/**
 * Checks the locked device: a concurrent request may have moved or lent it since it was read.
 */
function rejectIfChanged(
  before: PlacedRow,
  { currentRoomId }: Seen,
  { retiredAt }: ServerFields,
): void {
  if (currentRoomId !== undefined && getRoomId(before.data) !== currentRoomId)
    throw new ProblemError('document-conflict', { place: before.path });
  if (retiredAt instanceof Date && (before.data['borrowedBy'] ?? null) !== null)
    throw new ProblemError('device-lent-in-use');
}

const getRoomId = ({ roomId }: DocumentMap): string | null =>
  typeof roomId === 'string' ? roomId : null;
const isRoom = (path: string): boolean => path.startsWith('room/');
const updateRoomList = (
  roomId: string,
  change: { readonly $arrayUnion: string[] } | { readonly $arrayRemove: string[] },
): Write => ({
  kind: 'update',
  path: `room/${roomId}`,
  fields: [{ field: ['deviceSerials'], value: change }],
});

/**
 * Maps a rejected registration to a problem: it names the conflict if the actor can see the device,
 * and otherwise says only that this serial cannot be registered here.
 */
const rejectAsTaken =
  (store: DocumentStore, actor: Actor, serial: string) =>
  async (error: unknown): Promise<never> => {
    if (!hasCode(error, 'document-exists', 'document-forbidden')) throw error;
    const [existing] = await store.read([`device/${serial}`]);
    if (existing === null || existing === undefined) throw error;
    throw isVisible(existing, RULES.device.visibleTo(actor))
      ? new ProblemError('device-serial-taken', { place: 'serial' })
      : new ProblemError('device-serial-refused', { place: 'serial' });
  };
