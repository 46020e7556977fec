import {
  UNKNOWN_FACTS,
  type Breath,
  type MeasuredLive,
  type Observed,
  type RoomAccident,
  type RoomEvent,
  type RoomFacts,
  type VitalReading,
} from '@yamori/domain';
import { isMovement, type RoomDevice } from './derive-room-state.ts';

/** The facts of a room at a tick, with the open alarms in its document. */
export type RoomObservation = { readonly facts: RoomFacts; readonly open: readonly RoomAccident[] };

/** Period in which frames were received that came too late for any rule. */
export type MissedFrames = { readonly fromMs: number; readonly untilMs: number };

/** Evaluates alarm rules for the rooms of this server. The live path never waits for it. */
export type RoomObserver = {
  /** Called every second with all rooms of this server; another server now owns a missing room. */
  readonly observe: (rooms: ReadonlyMap<string, RoomObservation>, nowMs: number) => void;
  /** Called immediately. `receivedAtMs`: when the frame with the event arrived. */
  readonly happened: (roomId: string, event: RoomEvent, receivedAtMs: number) => void;
  /** Observations of a room from before it was taken over, in order of time. */
  readonly replayed: (roomId: string, observed: readonly Observed[]) => void;
  /** Frames of a room received in this period came too late for any rule. */
  readonly missed: (roomId: string, missed: MissedFrames) => void;
  /** Whether the events or gaps of some room are not stored yet. */
  readonly hasUnstored: () => boolean;
};

/** Sampling intervals. Rules wait for minutes, and coarse sampling keeps the log of facts small. */
const FIGURES_EVERY_MS = 5_000;
const MOVEMENT_EVERY_MS = 30_000;
/** Less certain figures raise no alarm. */
const MIN_CERTAINTY = 0.5;
/** The start of one respiratory pause may jitter by this much between frames. */
const SAME_PAUSE_MS = 3_000;
/** Clock offsets are rounded to this step. */
const CLOCK_STEP_SECONDS = 5;

/**
 * Derives the facts for the alarm rules from a room’s live state and devices. Unchanged facts keep
 * their previous value.
 */
export function nextRoomFacts(
  previous: RoomFacts | null,
  live: MeasuredLive,
  devices: readonly RoomDevice[],
  nowMs: number,
): RoomFacts {
  const before = previous ?? UNKNOWN_FACTS;
  const looksAt = (
    figure: 'heartRate' | 'respirationRate' | 'temperature',
    step: number,
  ): number | null => {
    const value = sure(live[figure], step);
    // A figure becomes unknown immediately.
    return value === null || previous === null || before[figure] === null || isFigureTime(nowMs)
      ? value
      : before[figure];
  };
  return {
    presence: live.presence,
    presenceSinceMs: live.presenceSince.getTime(),
    sleepState: live.sleepState,
    posture: live.posture,
    heartRate: looksAt('heartRate', 1),
    respirationRate: looksAt('respirationRate', 0.5),
    temperature: looksAt('temperature', 0.1),
    movedAtMs: movedAt(before.movedAtMs, devices, nowMs),
    breath: deriveBreath(before.breath, devices),
    deviceOffline: firstSerial(devices, ({ isLost }) => isLost),
    areDevicesUnknown: devices.some(({ isUnjudged }) => isUnjudged),
    sensorOff: firstSerial(devices, ({ isLost, sensorsOff }) => !isLost && sensorsOff > 0),
    batteryLow: firstSerial(devices, ({ isLost, isBatteryLow }) => !isLost && isBatteryLow),
    ...deriveClock(devices),
  };
}

/** True once every five seconds, at ticks of about a second. */
const isFigureTime = (nowMs: number): boolean => nowMs % FIGURES_EVERY_MS < 1_000;

function sure(reading: VitalReading | null, step: number): number | null {
  return reading === null || reading.certainty < MIN_CERTAINTY
    ? null
    : Math.round(Math.round(reading.value / step) * step * 10) / 10;
}

function movedAt(
  before: number | null,
  devices: readonly RoomDevice[],
  nowMs: number,
): number | null {
  const movements = devices.flatMap(({ vitals }) =>
    vitals === null || vitals.movement.kind === 'none' ? [] : [vitals.movement],
  );
  const known = before === null ? null : Math.min(before, nowMs);
  if (movements.length === 0) return known;
  if (known !== null && !movements.some(isMovement)) return known;
  return Math.floor(nowMs / MOVEMENT_EVERY_MS) * MOVEMENT_EVERY_MS;
}

function deriveBreath(before: Breath, devices: readonly RoomDevice[]): Breath {
  const breaths = devices.flatMap(({ vitals }) => vitals?.breath ?? []);
  if (breaths.some(({ kind }) => kind === 'seen')) return { kind: 'seen' };
  const pauses = breaths.flatMap((breath) => (breath.kind === 'paused' ? [breath.sinceMs] : []));
  if (pauses.length === 0) return { kind: 'unknown' };
  const sinceMs = Math.round(Math.max(...pauses));
  return before.kind === 'paused' && Math.abs(before.sinceMs - sinceMs) < SAME_PAUSE_MS
    ? before
    : { kind: 'paused', sinceMs };
}

const firstSerial = (
  devices: readonly RoomDevice[],
  is: (device: RoomDevice) => boolean,
): string | null =>
  devices
    .filter(is)
    .map(({ serial }) => serial)
    .toSorted()[0] ?? null;

/** The largest clock offset among the devices that are online. */
function deriveClock(
  devices: readonly RoomDevice[],
): Pick<RoomFacts, 'clockSkew' | 'clockOffsetSeconds'> {
  let clockSkew: string | null = null;
  let clockOffsetSeconds = 0;
  for (const { serial, isLost, clockOffsetSeconds: offset } of devices) {
    const rounded =
      isLost || offset === null
        ? 0
        : Math.round(Math.abs(offset) / CLOCK_STEP_SECONDS) * CLOCK_STEP_SECONDS;
    if (rounded > clockOffsetSeconds) {
      clockSkew = serial;
      clockOffsetSeconds = rounded;
    }
  }
  return { clockSkew, clockOffsetSeconds };
}
