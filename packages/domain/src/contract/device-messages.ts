import { z } from 'zod';

/**
 * Messages of a device. The server sends nothing but acknowledgements. MQTT topics of a device,
 * where the user name is its serial and the password its key:
 *
 *   yamori/v1/{serial}/frames   QoS 1, one or more whole frames; acknowledged once they are durable
 *   yamori/v1/{serial}/status   QoS 1, JSON `deviceReport`, every HEARTBEAT_INTERVAL_SECONDS;
 *                               also the last will
 *
 * Over HTTPS: `POST /api/devices/{serial}/frames` (application/octet-stream,
 * `Authorization: Bearer {key}`) and `POST /api/devices/{serial}/status` (JSON).
 */
export const deviceTopic = (serial: string, kind: 'frames' | 'status'): string =>
  `yamori/v1/${serial}/${kind}`;

export const HEARTBEAT_INTERVAL_SECONDS = 5;

export const deviceReport = z.strictObject({
  online: z.boolean(),
  /** Device clock when sending, µs since 1970 UTC; absent during a replay at another speed. */
  deviceTimeUs: z.int().optional(),
  batteryPercent: z.number().min(0).max(100).optional(),
  signalDbm: z.number().min(-150).max(20).optional(),
  firmware: z.string().max(40).optional(),
  /** Stream ids whose sensors report that they are detached. */
  sensorsOff: z.array(z.int().min(0).max(65535)).max(32).optional(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/**
 * Why the server rejected a part of a batch. Rejected parts are counted and stored, but never
 * redelivered.
 */
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
