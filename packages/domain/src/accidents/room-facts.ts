import { z } from 'zod';
import { POSTURES, PRESENCES, SLEEP_STATES } from '../live/room-live.ts';

/**
 * What is wrong with the devices of a room, each by itself: a weak battery stays one while a sensor
 * is off.
 */
export const TROUBLES = ['deviceOffline', 'sensorOff', 'batteryLow', 'clockSkew'] as const;
export type Trouble = (typeof TROUBLES)[number];

const timeMs = z.number();
/**
 * Seen: somebody breathes. Paused: they did, the trace is good, and no breath has come since.
 * Unknown: nothing tells.
 */
const breath = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('seen') }),
  z.strictObject({ kind: z.literal('paused'), sinceMs: timeMs }),
  z.strictObject({ kind: z.literal('unknown') }),
]);
export type Breath = z.infer<typeof breath>;

/**
 * What the rules know of a room at an instant, and all of it: kept as a log of changes, it gives
 * the same accidents again. Times are the server's, in milliseconds. A figure that is too old or
 * too unsure to go by is null. Each trouble names the first device that has it.
 */
export const roomFacts = z.strictObject({
  presence: z.enum(PRESENCES),
  presenceSinceMs: timeMs,
  sleepState: z.enum(SLEEP_STATES),
  posture: z.enum(POSTURES),
  heartRate: z.number().nullable(),
  respirationRate: z.number().nullable(),
  temperature: z.number().nullable(),
  /** The last movement that was more than breath; null before the first. */
  movedAtMs: timeMs.nullable(),
  breath,
  deviceOffline: z.string().nullable(),
  sensorOff: z.string().nullable(),
  batteryLow: z.string().nullable(),
  clockSkew: z.string().nullable(),
  /** The furthest that a device's clock is off. */
  clockOffsetSeconds: z.number(),
});
export type RoomFacts = z.infer<typeof roomFacts>;

/** Something that happened at a moment, as a sensor told it. */
export const roomEvent = z.strictObject({
  kind: z.literal('fall'),
  atMs: timeMs,
  serial: z.string(),
  streamId: z.int(),
  /** By the device's clock, so equal on every server. */
  deviceTimeUs: z.number(),
});
export type RoomEvent = z.infer<typeof roomEvent>;

export const UNKNOWN_FACTS: RoomFacts = {
  presence: 'unknown',
  presenceSinceMs: 0,
  sleepState: 'unknown',
  posture: 'unknown',
  heartRate: null,
  respirationRate: null,
  temperature: null,
  movedAtMs: null,
  breath: { kind: 'unknown' },
  deviceOffline: null,
  sensorOff: null,
  batteryLow: null,
  clockSkew: null,
  clockOffsetSeconds: 0,
};
