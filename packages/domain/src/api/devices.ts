import { z } from 'zod';
import { DEVICE_CONNECTIONS, deviceCollection } from '../collections/device.ts';
import { listReply } from '../contract/document-messages.ts';
import { pathId } from './address.ts';
import { endpoint, IDEMPOTENCY_PROBLEMS } from './endpoint.ts';

const count = z.int().min(0);

/** The device's new key, shown only once. */
const deviceKeyReply = z.strictObject({ key: z.string() });

/**
 * A device of an organisation. It is placed in `roomId` from now on; one that sends over the
 * network gets a key, shown only this once.
 */
const registerDeviceCall = z.strictObject({
  serial: deviceCollection.schema.shape.serial,
  typeId: z.string().min(1).max(128),
  name: z.string().max(120),
  domainId: z.string().min(1).max(128),
  roomId: z.string().min(1).max(128).nullable(),
  connection: z.enum(DEVICE_CONNECTIONS),
});
export type RegisterDeviceCall = z.infer<typeof registerDeviceCall>;
const registerDeviceReply = z.strictObject({
  serial: z.string(),
  key: z.string().nullable(),
});

/** The room of the device from now on; null: none. */
const placeDeviceCall = z.strictObject({ roomId: z.string().min(1).max(128).nullable() });

/** Out of use, without key and room, or back. */
const retireDeviceCall = z.strictObject({ retired: z.boolean() });

/** Past and present placements of a device or a room, newest first; `to` null: still there. */
const stayList = z.strictObject({
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

/** The MQTT address for devices. `host` is null for the host of the page. */
const deviceAddressReply = z.strictObject({
  host: z.string().nullable(),
  port: z.int(),
  tls: z.boolean(),
});
export type DeviceAddress = z.infer<typeof deviceAddressReply>;

/**
 * What a device sent, by stream. `frames`: the latest, newest first. `recent`: frames and bytes
 * recorded in the last 24 hours. Times are those of the timeline.
 */
const recordedReply = z.strictObject({
  clockOffsetSeconds: z.number().nullable(),
  streams: z.array(
    z.strictObject({
      streamId: z.int(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      recentFrames: count,
      recentBytes: count,
      frames: z.array(
        z.strictObject({
          sequence: z.int(),
          at: z.iso.datetime({ precision: 3 }),
          receivedAt: z.iso.datetime(),
          samples: count,
          encoding: z.string(),
        }),
      ),
    }),
  ),
  refused: z.array(z.strictObject({ reason: z.string(), count, last: z.iso.datetime() })),
});
export type DeviceRecorded = z.infer<typeof recordedReply>;

const params = z.object({
  serial: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^/]*$/),
});

/** Problems of placing a device. */
const PLACING = [
  'device-not-found',
  'device-forbidden',
  'device-lent-in-use',
  'device-recorded-in-use',
  'room-archived',
  'document-invalid',
  'document-forbidden',
  'document-not-found',
  'document-conflict',
  ...IDEMPOTENCY_PROBLEMS,
] as const;

export const deviceApi = {
  register: endpoint({
    method: 'POST',
    path: '/api/devices',
    summary: 'Register a device',
    caller: 'member',
    body: registerDeviceCall,
    reply: registerDeviceReply,
    problems: [...PLACING, 'device-serial-taken', 'device-serial-refused', 'device-limit-reached'],
  }),
  newKey: endpoint({
    method: 'POST',
    path: '/api/devices/:serial/key',
    summary: 'Create a new key for a device; the old one stops working',
    caller: 'member',
    params,
    reply: deviceKeyReply,
    problems: ['device-not-found', 'device-forbidden', ...IDEMPOTENCY_PROBLEMS],
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/devices/:serial/room',
    summary: 'Move a device to a room, or out of its room',
    caller: 'member',
    params,
    body: placeDeviceCall,
    problems: PLACING,
  }),
  retire: endpoint({
    method: 'POST',
    path: '/api/devices/:serial/retirement',
    summary: 'Retire a device, or return it to use',
    caller: 'member',
    params,
    body: retireDeviceCall,
    problems: [...PLACING, 'device-limit-reached'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/devices/:serial/removal',
    summary: 'Delete a device that has never sent data',
    caller: 'member',
    params,
    problems: [...PLACING, 'document-in-use'],
  }),
  staysOfDevice: endpoint({
    method: 'GET',
    path: '/api/devices/:serial/stays',
    summary: 'List the rooms in which a device has been, with the times',
    caller: 'member',
    params,
    reply: stayList,
    problems: ['device-not-found'],
  }),
  staysInRoom: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/stays',
    summary: 'List the devices that have been in a room, with the times',
    caller: 'member',
    params: z.object({
      roomId: pathId,
    }),
    reply: stayList,
    problems: ['document-not-found'],
  }),
  recorded: endpoint({
    method: 'GET',
    path: '/api/devices/:serial/recorded',
    summary: 'List the streams that a device has recorded',
    caller: 'member',
    params,
    reply: recordedReply,
    problems: ['device-not-found', 'device-forbidden'],
  }),
  /** Typed from a label: a serial in upper or lower case. */
  alike: endpoint({
    method: 'GET',
    path: '/api/devices/:serial/alike',
    summary: 'List devices whose serial differs from this one only in upper and lower case',
    caller: 'member',
    params: deviceCollection.schema.pick({ serial: true }),
    reply: listReply,
    problems: [],
  }),
  address: endpoint({
    method: 'GET',
    path: '/api/device-address',
    summary: 'Read the address to which devices connect by MQTT',
    caller: 'member',
    reply: deviceAddressReply,
    problems: [],
  }),
};
