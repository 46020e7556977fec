import { createHash } from 'node:crypto';
import type { StreamDeclaration, Write } from '@yamori/domain';
import { isJson, type Json, type ServerCalls } from './server-calls.ts';

/** A device to register, and its room. */
export type NewDevice = {
  readonly serial: string;
  readonly typeCode: string;
  readonly typeName: string;
  readonly streams: readonly StreamDeclaration[];
  readonly roomName: string;
};

const WRITES_PER_CALL = 400;

/**
 * Creates missing device types, rooms and devices, and has a new key issued for each device, in the
 * domain of the server's first room or, without rooms, in its first facility. Existing documents
 * keep their other fields.
 *
 * @returns the new keys by serial
 */
export async function registerDevices(
  calls: ServerCalls,
  devices: readonly NewDevice[],
): Promise<ReadonlyMap<string, string>> {
  const place = await findPlace(calls);
  const rooms = await findRooms(calls, devices, place);
  const writes = [
    ...typeWrites(devices),
    ...rooms.map((room) => room.write),
    ...rooms.flatMap((room) =>
      room.devices.map((device) => deviceWrite(device, room.roomId, place)),
    ),
  ];
  for (let from = 0; from < writes.length; from += WRITES_PER_CALL) {
    await calls.post('/api/documents/commit', {
      writes: writes.slice(from, from + WRITES_PER_CALL),
    });
  }
  const keys = new Map<string, string>();
  for (const { serial } of devices)
    keys.set(serial, String((await calls.post(`/api/devices/${serial}/key`, {}))['key']));
  return keys;
}

type Place = { readonly domainId: string; readonly rootDomainId: string };

async function findPlace(calls: ServerCalls): Promise<Place> {
  const [room] = await listDocuments(calls, 'room', []);
  const fromRoom = toPlace(getData(room));
  if (fromRoom !== null) return fromRoom;
  const [domain] = await listDocuments(calls, 'domain', [
    { field: ['kind'], op: '==', value: 'facility' },
  ]);
  const fromDomain =
    domain === undefined ? null : toPlace({ ...getData(domain), domainId: getId(domain) });
  if (fromDomain === null) throw new Error('the server has no organisation; register one first');
  return fromDomain;
}

function toPlace(data: Json): Place | null {
  const domainId = data['domainId'];
  const rootDomainId = data['rootDomainId'];
  return typeof domainId === 'string' && typeof rootDomainId === 'string'
    ? { domainId, rootDomainId }
    : null;
}

function typeWrites(devices: readonly NewDevice[]): Write[] {
  const byCode = new Map(devices.map((device) => [device.typeCode, device]));
  return [...byCode.values()].map(({ typeCode, typeName, streams }) => ({
    kind: 'set',
    path: `deviceType/${typeCode}`,
    data: { code: typeCode, name: typeName, maker: '', streams, firmwareVersions: [] },
  }));
}

type PlannedRoom = {
  readonly roomId: string;
  readonly write: Write;
  readonly devices: readonly NewDevice[];
};

async function findRooms(
  calls: ServerCalls,
  devices: readonly NewDevice[],
  place: Place,
): Promise<PlannedRoom[]> {
  const rooms: PlannedRoom[] = [];
  for (const [name, roomDevices] of Map.groupBy(devices, (device) => device.roomName)) {
    const serials = roomDevices.map((device) => device.serial);
    const [room] = await listDocuments(calls, 'room', [
      { field: ['domainId'], op: '==', value: place.domainId },
      { field: ['name'], op: '==', value: name },
    ]);
    if (room === undefined) {
      const roomId = `simulated-${digest(name).slice(0, 12)}`;
      rooms.push({
        roomId,
        devices: roomDevices,
        write: {
          kind: 'set',
          path: `room/${roomId}`,
          data: { ...place, name, deviceSerials: serials },
        },
      });
    } else {
      const already = getData(room)['deviceSerials'];
      const all = new Set([...(Array.isArray(already) ? already : []), ...serials]);
      rooms.push({
        roomId: getId(room),
        devices: roomDevices,
        write: {
          kind: 'update',
          path: String(room['path']),
          fields: [{ field: ['deviceSerials'], value: [...all] }],
        },
      });
    }
  }
  return rooms;
}

const deviceWrite = (
  { serial, typeCode, typeName }: NewDevice,
  roomId: string,
  place: Place,
): Write => ({
  kind: 'set',
  path: `device/${serial}`,
  merge: true,
  data: {
    ...place,
    serial,
    typeId: typeCode,
    roomId,
    name: typeName,
    firmware: '',
    connection: 'network',
  },
});

async function listDocuments(
  calls: ServerCalls,
  collection: string,
  filters: readonly Json[],
): Promise<Json[]> {
  const { documents } = await calls.post('/api/documents/list', {
    query: { collection, filters, limit: 1 },
  });
  return Array.isArray(documents) ? documents.filter(isJson) : [];
}

const getData = (document: Json | undefined): Json =>
  document !== undefined && isJson(document['data']) ? document['data'] : {};
const getId = (document: Json): string => String(document['path']).split('/').at(-1) ?? '';
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
