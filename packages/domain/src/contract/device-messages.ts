import { z } from 'zod';
import { DEVICE_CONNECTIONS, deviceCollection } from '../collections/device.ts';

/**
 * What a device says besides frames; the server says nothing to it but its acknowledgements. MQTT
 * topics of a device, user name = serial, password = its key:
 *
 *   yamori/v1/{serial}/frames   QoS 1, one or more whole frames; acknowledged once they are durable
 * yamori/v1/{serial}/status   QoS 1, JSON `deviceReport`, every HEARTBEAT_INTERVAL_SECONDS; also
 * the last will
 *
 * Over HTTPS: `POST /api/devices/{serial}/frames` (application/octet-stream,
 * `Authorization: Bearer {key}`) and `POST /api/devices/{serial}/status` (JSON).
 */
export const deviceTopic = (serial: string, kind: 'frames' | 'status'): string =>
  `yamori/v1/${serial}/${kind}`;

export const HEARTBEAT_INTERVAL_SECONDS = 5;

export const deviceReport = z.strictObject({
  online: z.boolean(),
  /**
   * The device's clock, µs since 1970 UTC, at the moment of sending; absent while replaying at
   * another speed.
   */
  deviceTimeUs: z.int().optional(),
  batteryPercent: z.number().min(0).max(100).optional(),
  signalDbm: z.number().min(-150).max(20).optional(),
  firmware: z.string().max(40).optional(),
  /** Stream ids whose sensor reports that it is not attached. */
  sensorsOff: z.array(z.int().min(0).max(65535)).max(32).optional(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** Why the server set a part of a batch aside; counted, kept, never redelivered. */
export const FRAME_REFUSALS = [
  'noSync',
  'badVersion',
  'badEncoding',
  'badLength',
  'overLimit',
  'badCrc',
  'truncated',
  'unknownStream',
  'wrongChannels',
  'overRate',
] as const;
export type FrameRefusal = (typeof FRAME_REFUSALS)[number];

export const frameBatchReply = z.strictObject({
  stored: z.int().min(0),
  duplicates: z.int().min(0),
  refused: z.array(
    z.strictObject({
      code: z.enum(FRAME_REFUSALS),
      byteOffset: z.int().min(0),
      streamId: z.int().optional(),
      sequence: z.int().optional(),
    }),
  ),
});
export type FrameBatchReply = z.infer<typeof frameBatchReply>;

/** Answer of `POST /api/devices/{serial}/key`: the device's new key, told this once. */
export const deviceKeyReply = z.strictObject({ key: z.string() });

/**
 * `POST /api/devices`: a device of an organisation. It stands in `roomId` from now on; what speaks
 * over the network gets a key, told this once.
 */
export const registerDeviceCall = z.strictObject({
  serial: deviceCollection.schema.shape.serial,
  typeId: z.string().min(1).max(128),
  name: z.string().max(120),
  domainId: z.string().min(1).max(128),
  roomId: z.string().min(1).max(128).nullable(),
  connection: z.enum(DEVICE_CONNECTIONS),
});
export type RegisterDeviceCall = z.infer<typeof registerDeviceCall>;
export const registerDeviceReply = z.strictObject({
  serial: z.string(),
  key: z.string().nullable(),
});
export type RegisterDeviceReply = z.infer<typeof registerDeviceReply>;

/** `POST /api/devices/{serial}/room`: where it stands from now on; null: nowhere. */
export const placeDeviceCall = z.strictObject({ roomId: z.string().min(1).max(128).nullable() });

/** `POST /api/devices/{serial}/retirement`: out of use, without key and room, or back. */
export const retireDeviceCall = z.strictObject({ retired: z.boolean() });

/**
 * `GET /api/devices/{serial}/stays` and `GET /api/rooms/{roomId}/stays`: who stood where when, the
 * newest first; `to` null: still there.
 */
export const stayList = z.strictObject({
  stays: z.array(
    z.strictObject({
      serial: z.string(),
      roomId: z.string(),
      roomName: z.string(),
      deviceName: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime().nullable(),
    }),
  ),
});
export type StayList = z.infer<typeof stayList>;

/** `GET /api/device-address`: where devices send by MQTT; `host` null: the page's own. */
export const deviceAddressReply = z.strictObject({
  host: z.string().nullable(),
  port: z.int(),
  tls: z.boolean(),
});
export type DeviceAddress = z.infer<typeof deviceAddressReply>;
