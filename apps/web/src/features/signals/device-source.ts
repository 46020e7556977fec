import type { deviceCollection, deviceTypeCollection, roomCollection } from '@yamori/domain';
import { type DocumentOf, isWhole } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import type { LiveResult } from '../../live/documents/live-result.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

export type Device = DocumentOf<typeof deviceCollection>;
export type Room = DocumentOf<typeof roomCollection>;

const MAX_LISTED = 1000;

/**
 * The devices that the user may see, by serial number. For an organisation: its own and borrowed
 * devices.
 */
export function useDevices(): LiveResult<readonly Device[]> {
  const { organisationId } = useViewer();
  const all = useDocuments().collection('device').orderBy('serial').limit(MAX_LISTED);
  const own = useLiveQuery(
    organisationId === null ? all : all.where('domainId', '==', organisationId),
  );
  const borrowed = useLiveQuery(all.where('borrowedBy', '==', organisationId ?? ''));
  const isHere = ({ borrowedBy }: Device): boolean =>
    organisationId === null || borrowedBy === null || borrowedBy === organisationId;
  return mapped(own, (devices) => {
    const others = 'value' in borrowed ? borrowed.value : [];
    const here = [...devices, ...others]
      .filter((device): device is Device => isWhole(device))
      .filter(isHere);
    return [...new Map(here.map((device) => [device.serial, device])).values()].toSorted((a, b) =>
      a.serial < b.serial ? -1 : 1,
    );
  });
}

type DeviceType = DocumentOf<typeof deviceTypeCollection>;

/** As `useDevices`, but only devices whose type declares a kind of stream; null for all. */
export function useDevicesWith(stream: string | null): LiveResult<readonly Device[]> {
  const devices = useDevices();
  const types = useLiveQuery(useDocuments().collection('deviceType').limit(MAX_LISTED));
  if (stream === null || !('value' in devices)) return devices;
  if (!('value' in types)) return types;
  const sending = new Set(
    types.value
      .filter((type): type is DeviceType => isWhole(type))
      .filter((type) => type.streams.some(({ kind }) => kind === stream))
      .map((type) => type.documentReferenceId),
  );
  return mapped(devices, (all) => all.filter(({ typeId }) => sending.has(typeId)));
}

/** The stream kinds that a device's type declares; none if the type is unknown. */
export function useDeviceKinds(): (device: Pick<Device, 'typeId'>) => readonly string[] {
  const types = useLiveQuery(useDocuments().collection('deviceType').limit(MAX_LISTED));
  const known = new Map(
    'value' in types
      ? types.value
          .filter((type): type is DeviceType => isWhole(type))
          .map((type) => [type.documentReferenceId, type.streams.map(({ kind }) => kind)])
      : [],
  );
  return ({ typeId }) => known.get(typeId) ?? [];
}

/** The rooms that the user may see, by name. */
export function useRooms(): LiveResult<readonly Room[]> {
  const { organisationId } = useViewer();
  const all = useDocuments()
    .collection('room')
    .where('archivedAt', '==', null)
    .orderBy('name')
    .limit(MAX_LISTED);
  return mapped(
    useLiveQuery(organisationId === null ? all : all.where('domainId', '==', organisationId)),
    (rooms) => rooms.filter((room): room is Room => isWhole(room)),
  );
}

/** Devices sorted by room; those without a room last. */
export function byRoom(devices: readonly Device[], rooms: readonly Room[]): readonly Device[] {
  const places = new Map(rooms.map((room, index) => [room.documentReferenceId, index]));
  const getPlace = ({ roomId }: Device): number => places.get(roomId ?? '') ?? rooms.length;
  return devices.toSorted((a, b) => getPlace(a) - getPlace(b));
}

export function useDevice(serial: string): LiveResult<Device | null> {
  return mapped(useLiveDocument(`device/${serial}`), (device) =>
    device !== null && isWhole(device) ? device : null,
  );
}

export function useRoom(roomId: string): LiveResult<Room | null> {
  return mapped(useLiveDocument(`room/${roomId}`), (room) =>
    room !== null && isWhole(room) ? room : null,
  );
}

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}
