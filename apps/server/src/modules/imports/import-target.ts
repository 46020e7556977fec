import { createHash } from 'node:crypto';
import {
  deviceCollection,
  deviceTypeCollection,
  encodeFields,
  fileTypeOf,
  isFileSerial,
  serialOfUpload,
  type StreamDeclaration,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { DeviceAssignments } from '../../core/timeline/device-assignments.ts';
import type { ImportRoom } from './import-access.ts';
import type { ImportPlan } from './reading/import-plan.ts';
import { cleanText, publicKind, publicUnit } from './reading/stream-naming.ts';

/** Whose timeline a file goes to. */
type ImportSerial = {
  readonly serial: string;
  /** The device's own, to which it also sends live. */
  readonly shared: boolean;
};

/**
 * A native file goes to its device's own timeline only where nobody can be surprised by it: the
 * device is this organisation's and not lent, its type declares the file's streams as the file
 * does, and it stood in no other room meanwhile. Everything else gets a serial of its own, so that
 * a file can never put anything into another room or organisation.
 */
export async function chooseSerial(
  store: DocumentStore,
  assignments: DeviceAssignments,
  room: ImportRoom,
  uploadId: string,
  plan: ImportPlan,
): Promise<ImportSerial> {
  const own = { serial: serialOfUpload(uploadId), shared: false };
  const named = deviceCollection.schema.shape.serial.safeParse(plan.serial);
  if (!named.success || plan.format !== 'yamori') return own;
  const [device] = await store.read([`device/${named.data}`]);
  if (device === undefined || device === null || device.bare) return own;
  const { domainId, rootDomainId, borrowedBy, typeId } = device.data;
  if (
    domainId !== room.domainId ||
    rootDomainId !== room.rootDomainId ||
    (borrowedBy ?? null) !== null ||
    isFileSerial(named.data)
  )
    return own;
  if (!(await declares(store, typeId, plan))) return own;
  const stays = await assignments.ofDevice(named.data, plan.fromUs, plan.toUs);
  const elsewhere = stays.some(
    (stay) =>
      stay.rootDomainId !== room.rootDomainId ||
      (stay.roomId !== null && stay.roomId !== room.roomId),
  );
  return elsewhere ? own : { serial: named.data, shared: true };
}

async function declares(store: DocumentStore, typeId: unknown, plan: ImportPlan): Promise<boolean> {
  const [type] = typeof typeId === 'string' ? await store.read([`deviceType/${typeId}`]) : [];
  if (type === undefined || type === null || type.bare) return false;
  const declared = new Map(
    deviceTypeCollection.schema.shape.streams
      .parse(type.data['streams'])
      .map((stream) => [stream.streamId, stream]),
  );
  return declarationsOf(plan).every((stream) => {
    const there = declared.get(stream.streamId);
    return (
      there !== undefined &&
      there.kind === stream.kind &&
      there.channels === stream.channels &&
      there.sampleRateHz === stream.sampleRateHz &&
      there.scale === stream.scale &&
      there.offset === stream.offset
    );
  });
}

const declarationsOf = (plan: ImportPlan): StreamDeclaration[] =>
  plan.streams.map(({ streamId, kind, channels, unit, sampleRateHz, scale, offset }) => ({
    streamId,
    kind,
    channels,
    unit,
    sampleRateHz,
    scale,
    offset,
  }));

/**
 * The device that stands for an upload, and its type: one for all files with the same streams. It
 * stands in no room live.
 */
export function fileDeviceWrites(serial: string, room: ImportRoom, plan: ImportPlan): Write[] {
  // Types are read by every organisation: nothing that somebody wrote into a file stands in one.
  const streams = declarationsOf(plan).map((stream) => ({
    ...stream,
    kind: publicKind(stream.kind),
    unit: publicUnit(stream.unit),
  }));
  const typeId = fileTypeOf(createHash('sha256').update(JSON.stringify(streams)).digest('hex'));
  const type = {
    code: typeId,
    name: [plan.format, ...new Set(streams.map(({ kind }) => kind))].join(' ').slice(0, 120),
    streams,
  };
  const device = {
    serial,
    typeId,
    domainId: room.domainId,
    rootDomainId: room.rootDomainId,
    roomId: null,
    firmware: cleanText(plan.firmware, 40),
    connection: 'file',
  };
  return [
    { kind: 'set', path: `deviceType/${typeId}`, data: encodeFields(type, false) },
    { kind: 'set', path: `device/${serial}`, data: encodeFields(device, false) },
  ];
}
