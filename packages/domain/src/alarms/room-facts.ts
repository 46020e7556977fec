import { z } from 'zod';
import { POSTURES, PRESENCES, SLEEP_STATES } from '../live/room-live.ts';

/** Device faults of a room. Each is independent: a low battery stays one while a sensor is off. */
const TROUBLES = ['deviceOffline', 'sensorOff', 'batteryLow', 'clockSkew'] as const;
export type Trouble = (typeof TROUBLES)[number];

const timeMs = z.number();
/**
 * seen: breathing is detected. paused: breathing stopped while the signal is good. unknown: no
 * usable signal.
 */
const breath = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('seen') }),
  z.strictObject({ kind: z.literal('paused'), sinceMs: timeMs }),
  z.strictObject({ kind: z.literal('unknown') }),
]);
export type Breath = z.infer<typeof breath>;

/**
 * Everything that the rules know of a room at an instant. Replaying a log of these facts reproduces
 * the same alarms. Times are server times in milliseconds. A value too old or too uncertain to use
 * is null. Each fault names the first device that has it.
 */
export const roomFacts = z.strictObject({
  presence: z.enum(PRESENCES),
  presenceSinceMs: timeMs,
  sleepState: z.enum(SLEEP_STATES),
  posture: z.enum(POSTURES),
  heartRate: z.number().nullable(),
  respirationRate: z.number().nullable(),
  temperature: z.number().nullable(),
  /** The last movement larger than breathing; null before the first. */
  movedAtMs: timeMs.nullable(),
  breath,
  deviceOffline: z.string().nullable(),
  /**
   * Whether the server cannot judge yet which devices are silent: it has not heard all of them
   * since it took the room over. Absent in logs of earlier versions.
   */
  areDevicesUnknown: z.boolean().default(false),
  sensorOff: z.string().nullable(),
  batteryLow: z.string().nullable(),
  clockSkew: z.string().nullable(),
  /** The largest clock offset of the room's devices. */
  clockOffsetSeconds: z.number(),
});
export type RoomFacts = z.infer<typeof roomFacts>;

/** A momentary event that a sensor reported. */
export const roomEvent = z.strictObject({
  kind: z.literal('fall'),
  atMs: timeMs,
  serial: z.string(),
  streamId: z.int(),
  /** Device time, so every server sees the same value. */
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
  areDevicesUnknown: true,
  sensorOff: null,
  batteryLow: null,
  clockSkew: null,
  clockOffsetSeconds: 0,
};
