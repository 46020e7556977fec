import { z } from 'zod';
import { roomAccident } from './room-accident.ts';
import { roomCall } from './room-call.ts';

/** Live state of a room. Each state shows as colour + shape + word, with its age. */
export const PRESENCES = ['inBed', 'outOfBed', 'unknown'] as const;
export const SLEEP_STATES = ['asleep', 'awake', 'dozing', 'unknown'] as const;
export const FAULTS = [
  'none',
  'deviceOffline',
  'sensorOff',
  'noisy',
  'batteryLow',
  'undeployed',
] as const;
export const POSTURES = ['supine', 'left', 'right', 'prone', 'upright', 'unknown'] as const;

/**
 * Why a rate is not shown although its sensor sends: the wearer moves, the trace is cut off, flat,
 * or full of noise.
 */
export const DOUBTS = ['movement', 'saturated', 'flat', 'noisy'] as const;
export type Doubt = (typeof DOUBTS)[number];

export type Presence = (typeof PRESENCES)[number];
export type SleepState = (typeof SLEEP_STATES)[number];
export type Fault = (typeof FAULTS)[number];
export type Posture = (typeof POSTURES)[number];

/** A number as of an instant. It is shown until it is older than its maximum age, then "--". */
const reading = z.strictObject({
  value: z.number(),
  at: z.date(),
  certainty: z.number().min(0).max(1),
});
export type VitalReading = z.infer<typeof reading>;

/** Maximum age of each number in seconds; an older one is never shown as a figure. */
export const VITAL_MAXIMUM_AGE_SECONDS = {
  heartRate: 15,
  respirationRate: 30,
  temperature: 120,
  posture: 60,
} as const;

export const roomLive = z.strictObject({
  presence: z.enum(PRESENCES),
  presenceSince: z.date(),
  sleepState: z.enum(SLEEP_STATES),
  sleepStateSince: z.date(),
  heartRate: reading.nullable(),
  respirationRate: reading.nullable(),
  temperature: reading.nullable(),
  doubts: z
    .strictObject({
      heartRate: z.enum(DOUBTS).nullable(),
      respirationRate: z.enum(DOUBTS).nullable(),
    })
    .default({ heartRate: null, respirationRate: null }),
  posture: z.enum(POSTURES),
  postureAt: z.date().nullable(),
  /**
   * The last call; null before the first. Calls and accidents are decided apart from what is
   * measured.
   */
  call: roomCall.nullable().default(null),
  /** Open ones that nothing else here tells of: a call and a fault stand above and below. */
  openAccidents: z.int().min(0).default(0),
  /** Every open accident, the newest first. */
  accidents: z.array(roomAccident).max(40).default([]),
  lastFrameAt: z.date().nullable(),
  fault: z.enum(FAULTS),
  faultSince: z.date(),
  /** Serial of the device that the fault speaks of. */
  faultSerial: z.string().nullable(),
});
export type RoomLive = z.infer<typeof roomLive>;
/** What is measured of a room: all but what people decide on. */
export type MeasuredLive = Omit<RoomLive, 'call' | 'openAccidents' | 'accidents'>;

/**
 * Whether nothing is known of the person now: a device of the room fell silent, and no other has
 * sent since.
 */
export const isRoomSilent = ({
  fault,
  faultSince,
  lastFrameAt,
}: Pick<RoomLive, 'fault' | 'faultSince' | 'lastFrameAt'>): boolean =>
  fault === 'deviceOffline' &&
  (lastFrameAt === null || lastFrameAt.getTime() <= faultSince.getTime());

export const deviceStatus = z.strictObject({
  online: z.boolean(),
  onlineSince: z.date().nullable(),
  lastFrameAt: z.date().nullable(),
  lastHeartbeatAt: z.date().nullable(),
  /** 0 to 100; null for a device on the mains. */
  batteryPercent: z.number().min(0).max(100).nullable(),
  /** Radio signal strength in dBm. */
  signalDbm: z.number().nullable(),
  fault: z.enum(FAULTS),
  faultSince: z.date(),
  /** Device clock minus server clock; null until the device has told its time. */
  clockOffsetSeconds: z.number().nullable(),
  framesReceived: z.int().min(0),
  framesRefused: z.int().min(0),
});
export type DeviceStatus = z.infer<typeof deviceStatus>;
