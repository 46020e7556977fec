import { z } from 'zod';
import { roomAccident } from './room-accident.ts';

/** Live state of a room. Screens show each state as colour, shape and word, with its age. */
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
 * Why a rate is withheld although its sensor sends: the person moves, or the signal is clipped,
 * flat or noisy.
 */
export const DOUBTS = ['movement', 'saturated', 'flat', 'noisy'] as const;
export type Doubt = (typeof DOUBTS)[number];

export type Presence = (typeof PRESENCES)[number];
export type SleepState = (typeof SLEEP_STATES)[number];
export type Fault = (typeof FAULTS)[number];
export type Posture = (typeof POSTURES)[number];

/** A value with its time. Screens show `--` once it exceeds its maximum age. */
const reading = z.strictObject({
  value: z.number(),
  at: z.date(),
  certainty: z.number().min(0).max(1),
});
export type VitalReading = z.infer<typeof reading>;

/** Maximum age of each value in seconds. Screens never show an older one. */
export const VITAL_MAXIMUM_AGE_SECONDS = {
  heartRate: 15,
  respirationRate: 30,
  temperature: 120,
  posture: 60,
} as const;

export const VITALS = ['heartRate', 'respirationRate', 'temperature'] as const;
export type Vital = (typeof VITALS)[number];

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
  /** Vitals that the devices of the room can measure. Before a server knows the devices, all. */
  measures: z.array(z.enum(VITALS)).default([...VITALS]),
  posture: z.enum(POSTURES),
  postureAt: z.date().nullable(),
  /** Open alarms except device faults. People change alarms; sensors change the rest. */
  openAccidents: z.int().min(0).default(0),
  /** All open alarms, newest first. */
  accidents: z.array(roomAccident).max(40).default([]),
  lastFrameAt: z.date().nullable(),
  fault: z.enum(FAULTS),
  faultSince: z.date(),
  /** Serial of the faulty device; without a fault that of a device that has never sent. */
  faultSerial: z.string().nullable(),
});
export type RoomLive = z.infer<typeof roomLive>;
/** The measured part of the live state, without alarms. */
export type MeasuredLive = Omit<RoomLive, 'openAccidents' | 'accidents'>;

/** Whether no current data exists: a device of the room is offline and no other has sent since. */
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
  /** 0 to 100; null for a mains-powered device. */
  batteryPercent: z.number().min(0).max(100).nullable(),
  /** Radio signal strength in dBm. */
  signalDbm: z.number().nullable(),
  fault: z.enum(FAULTS),
  faultSince: z.date(),
  /** Device clock minus server clock; null until the device has reported its time. */
  clockOffsetSeconds: z.number().nullable(),
  framesReceived: z.int().min(0),
  framesRefused: z.int().min(0),
});
export type DeviceStatus = z.infer<typeof deviceStatus>;
