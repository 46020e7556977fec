import {
  DEVICE_RULE,
  isVisible,
  ProblemError,
  roomsVisibleTo,
  type Actor,
  type StayList,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { Assignment, DeviceAssignments } from '../../core/timeline/device-assignments.ts';

/** Lists the stays of devices in rooms that the reader can see. */
export type StayStore = {
  readonly ofDevice: (actor: Actor, serial: string) => Promise<StayList>;
  readonly ofRoom: (actor: Actor, roomId: string) => Promise<StayList>;
};

/** Maximum stays of one device or room; older ones are left out. */
const MAX_STAYS = 200;

export function createStayStore(
  store: DocumentStore,
  assignments: DeviceAssignments,
  now: () => Date,
): StayStore {
  const untilUs = (): number => (now().getTime() + 1000) * 1000;
  return {
    async ofDevice(actor, serial) {
      const [device] = await store.read([`device/${serial}`]);
      if (
        device === null ||
        device === undefined ||
        !isVisible(device, DEVICE_RULE.visibleTo(actor))
      )
        throw new ProblemError('device-not-found');
      return toStayList(store, actor, await assignments.ofDevice(serial, 0, untilUs()));
    },
    async ofRoom(actor, roomId) {
      const [room] = await store.read([`room/${roomId}`]);
      const rootDomainId = room?.data['rootDomainId'];
      if (
        room === null ||
        room === undefined ||
        typeof rootDomainId !== 'string' ||
        !isVisible(room, roomsVisibleTo(actor))
      )
        throw new ProblemError('document-not-found');
      return toStayList(store, actor, await assignments.ofRoom(rootDomainId, roomId, 0, untilUs()));
    },
  };
}

/**
 * Leaves out stays in rooms that the reader cannot see, for example of a device that was lent.
 */
async function toStayList(
  store: DocumentStore,
  actor: Actor,
  found: readonly Assignment[],
): Promise<StayList> {
  const newest = found.toSorted((a, b) => b.fromUs - a.fromUs).slice(0, MAX_STAYS);
  const rooms = await readNames(
    store,
    newest.flatMap(({ roomId }) => (roomId === null ? [] : [`room/${roomId}`])),
    (room) => isVisible(room, roomsVisibleTo(actor)),
  );
  const devices = await readNames(
    store,
    newest.map(({ serial }) => `device/${serial}`),
    (device) => isVisible(device, DEVICE_RULE.visibleTo(actor)),
  );
  return {
    stays: newest.flatMap(({ serial, roomId, fromUs, toUs }) => {
      const roomName = roomId === null ? undefined : rooms.get(`room/${roomId}`);
      if (roomId === null || roomName === undefined) return [];
      return [
        {
          serial,
          roomId,
          roomName,
          deviceName: devices.get(`device/${serial}`) ?? '',
          from: toIso(fromUs),
          to: toUs === null ? null : toIso(toUs),
        },
      ];
    }),
  };
}

async function readNames(
  store: DocumentStore,
  paths: readonly string[],
  sees: (document: ReadDocument) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const distinctPaths = [...new Set(paths)];
  const found = distinctPaths.length === 0 ? [] : await store.read(distinctPaths);
  return new Map(
    found.flatMap((document) =>
      document !== null && sees(document)
        ? [[document.path, typeof document.data['name'] === 'string' ? document.data['name'] : '']]
        : [],
    ),
  );
}

const toIso = (us: number): string => new Date(Math.max(0, Math.round(us / 1000))).toISOString();
