import {
  deviceCollection,
  deviceTypeCollection,
  isFileSerial,
  roomCollection,
} from '@yamori/domain';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { everyDocument } from '../../../core/documents/list-all.ts';
import type { LiveDevice } from './live-directory.ts';

export type DeviceFields = Omit<LiveDevice, 'streams'>;
export type DirectoryRoom = {
  readonly live: ReturnType<typeof parseLive>;
  readonly version: bigint;
};

/** What the directory needs of the documents, by their ids. */
export type DirectoryContent = {
  readonly types: Map<string, LiveDevice['streams']>;
  readonly devices: Map<string, DeviceFields>;
  readonly rooms: Map<string, DirectoryRoom>;
};

type Data = Readonly<Record<string, unknown>>;

export async function readDirectory(store: DocumentStore): Promise<DirectoryContent> {
  const content: DirectoryContent = { types: new Map(), devices: new Map(), rooms: new Map() };
  const queryAll = (collection: string) =>
    everyDocument(store, { collection, group: false, filters: [] });
  for await (const { path, data } of queryAll('deviceType'))
    content.types.set(getId(path), parseStreams(data));
  for await (const { path, data } of queryAll('device')) {
    const device = parseDevice(getId(path), data);
    if (device !== null) content.devices.set(device.serial, device);
  }
  for await (const room of queryAll('room')) content.rooms.set(getId(room.path), parseRoom(room));
  return content;
}

export const getId = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function parseDevice(serial: string, data: Data): DeviceFields | null {
  // Devices of imported files never send, and there may be thousands.
  if (isFileSerial(serial) && (data['keyHash'] ?? null) === null) return null;
  const parsed = deviceFields.safeParse(data);
  // The id names its frames on the Bus, so it must be the serial.
  return parsed.success && parsed.data.serial === serial
    ? { ...parsed.data, lastStatus: statusField.catch(null).parse(data['status']) }
    : null;
}

const deviceFields = deviceCollection.schema
  .pick({
    serial: true,
    rootDomainId: true,
    domainId: true,
    roomId: true,
    typeId: true,
    keyHash: true,
  })
  .strip();
const statusField = deviceCollection.schema.shape.status;

export const parseStreams = (data: Data): LiveDevice['streams'] =>
  deviceTypeCollection.schema.shape.streams.catch([]).parse(data['streams'] ?? []);

export const parseRoom = ({
  data,
  version,
}: {
  readonly data: Data;
  readonly version: string;
}): DirectoryRoom => ({ live: parseLive(data), version: BigInt(version) });

const parseLive = (data: Data) =>
  roomCollection.schema.shape.live.catch(null).parse(data['live'] ?? null);
