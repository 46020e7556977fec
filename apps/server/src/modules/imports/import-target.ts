import { createHash } from 'node:crypto';
import {
  deviceCollection,
  deviceTypeCollection,
  encodeFields,
  formatFileType,
  isFileSerial,
  toUploadSerial,
  type StreamDeclaration,
  type Write,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { DeviceAssignments } from '../../core/timeline/device-assignments.ts';
import type { ImportRoom } from './import-access.ts';
import type { ImportPlan } from './reading/import-plan.ts';
import { cleanText, publicKind, publicUnit } from './reading/stream-naming.ts';

/** The serial whose timeline receives a file. */
type ImportSerial = {
  readonly serial: string;
  /** Whether it is the serial of a real device, which also sends live. */
  readonly shared: boolean;
};

/**
 * Chooses the serial for a file. A native file is stored under its device's serial only if the
 * device belongs to this organisation, is not lent, declares the same streams, and was in no other
 * room during the recording. Every other file gets a separate serial, so that it cannot add data to
 * another room or organisation.
 */
export async function chooseSerial(
  store: DocumentStore,
  assignments: DeviceAssignments,
  room: ImportRoom,
  uploadId: string,
  plan: ImportPlan,
): Promise<ImportSerial> {
  const own = { serial: toUploadSerial(uploadId), shared: false };
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
  return toDeclarations(plan).every((stream) => {
    const existing = declared.get(stream.streamId);
    return (
      existing !== undefined &&
      existing.kind === stream.kind &&
      existing.channels === stream.channels &&
      existing.sampleRateHz === stream.sampleRateHz &&
      existing.scale === stream.scale &&
      existing.offset === stream.offset
    );
  });
}

const toDeclarations = (plan: ImportPlan): StreamDeclaration[] =>
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
 * Creates the virtual device of an upload and its type, which files with equal streams share. The
 * device is in no room.
 */
export function fileDeviceWrites(serial: string, room: ImportRoom, plan: ImportPlan): Write[] {
  // All organisations can read device types, so they must not contain text from a file.
  const streams = toDeclarations(plan).map((stream) => ({
    ...stream,
    kind: publicKind(stream.kind),
    unit: publicUnit(stream.unit),
  }));
  const typeId = formatFileType(createHash('sha256').update(JSON.stringify(streams)).digest('hex'));
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
