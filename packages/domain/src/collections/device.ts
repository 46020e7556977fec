import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';
import { pictureText } from './line-fields.ts';
import { deviceStatus } from '../live/room-live.ts';

/** Stream kinds with built-in support; a device type may declare others. */
export const STREAM_KINDS = [
  'eit',
  'respi-axl',
  'ecg',
  'impe',
  'respihr',
  'button',
  'temperature',
] as const;

export const streamDeclaration = z.strictObject({
  /** Stream id in the frame header. */
  streamId: z.int().min(0).max(65535),
  kind: z.string().min(1).max(40),
  channels: z.int().min(1).max(1024),
  unit: z.string().max(20),
  /** 0 for events. */
  sampleRateHz: z.number().min(0).max(100_000),
  /** Physical value = digital × scale + offset. */
  scale: z.number(),
  offset: z.number(),
});
export type StreamDeclaration = z.infer<typeof streamDeclaration>;

/** Picture of a device type. Lists of types include it, so it is smaller than a logo. */
export const deviceImageText = pictureText(40_000);

export const deviceTypeCollection = defineCollection('deviceType', null, ['code'], {
  code: z.string().min(1).max(40),
  name: z.string().min(1).max(120),
  maker: z.string().max(120).default(''),
  streams: z.array(streamDeclaration).max(64),
  firmwareVersions: z.array(z.string().max(40)).default([]),
  image: deviceImageText.optional(),
});

export const DEVICE_CONNECTIONS = ['network', 'usbSerial', 'bluetooth'] as const;
export type DeviceConnection = (typeof DEVICE_CONNECTIONS)[number];
/**
 * `file`: a device for an imported file (catalogue/file-devices.ts), created by the server only.
 */
const CONNECTIONS = [...DEVICE_CONNECTIONS, 'file'] as const;

/** A device; the document id is its serial. */
export const deviceCollection = defineCollection('device', null, ['serial'], {
  serial: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/),
  typeId: z.string(),
  domainId: z.string(),
  rootDomainId: z.string(),
  roomId: z.string().nullable(),
  name: z.string().max(120).default(''),
  firmware: z.string().max(40).default(''),
  connection: z.enum(CONNECTIONS),
  /** SHA-256 of the device's key in hex; the key itself is shown once and never stored. */
  keyHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  status: deviceStatus.nullable().default(null),
  borrowedBy: z.string().nullable().default(null),
  borrowedUntil: z.date().nullable().default(null),
  calibration: z.record(z.string(), z.number()).default({}),
  note: z.string().max(2000).default(''),
  /** When the device was retired. It then has no room and no key, but its recordings remain. */
  retiredAt: z.date().nullable().default(null),
});

export const deviceLoanCollection = defineCollection('deviceLoan', null, null, {
  serial: z.string(),
  fromDomainId: z.string(),
  toDomainId: z.string(),
  from: z.date(),
  until: z.date(),
  returnedAt: z.date().nullable(),
  note: z.string().max(2000).default(''),
});

export const SERVICE_KINDS = ['service', 'repair', 'calibration', 'firmware'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** A service record of a device. Records are append-only (decision 039). */
export const deviceServiceCollection = defineCollection('deviceService', 'device', null, {
  kind: z.enum(SERVICE_KINDS),
  at: z.date(),
  text: z.string().max(1000).default(''),
  /** Calibration values set by this service. */
  values: z.record(z.string().min(1).max(40), z.number()).default({}),
  writtenBy: z.string(),
});
