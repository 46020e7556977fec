import {
  DOUBTS,
  isRoomSilent,
  VITAL_MAXIMUM_AGE_SECONDS,
  VITALS,
  type Breath,
  type Doubt,
  type MeasuredLive,
  type Posture,
  type Presence,
  type SleepState,
  type Vital,
  type VitalReading,
} from '@yamori/domain';
import { heldBack, showsMovement, type Reading } from '@yamori/signal';
import { getPresenceSince, getSleepSince, type StoredStates } from './stored-states.ts';
import { roomFault, SILENCE_SECONDS, type DeviceFault } from './device-fault.ts';

/** Current vitals from one device of the room. */
export type DeviceVitals = {
  readonly heartRate: Reading;
  readonly respirationRate: Reading;
  /** Whether breath is detected; times in server time. */
  readonly breath: Breath;
  /** Activity in mg over the last seconds. */
  readonly movement: Reading;
  readonly temperature: Reading;
  readonly posture: Reading<Posture>;
  readonly presence: Reading<Presence>;
  readonly sleepState: Reading<SleepState>;
};

export type RoomDevice = DeviceFault & {
  readonly lastFrameAtMs: number | null;
  /** Whether it was heard before and is offline, by its document until this server judges it. */
  readonly isLost: boolean;
  /** Whether it was heard before but not since this server owns the room, and may be silent. */
  readonly isUnjudged: boolean;
  /** Set even if a more severe fault hides it in `fault`. */
  readonly isBatteryLow: boolean;
  readonly sensorsOff: number;
  readonly clockOffsetSeconds: number | null;
  readonly vitals: DeviceVitals | null;
  /** Vitals that its streams give, whether or not it is sending. */
  readonly measures: readonly Vital[];
};

/**
 * Derives the room’s live state from its devices. Each figure comes from the most certain device,
 * and only while it is younger than its maximum age. `…Since` moves only when the state changes.
 * `stored`: states from before this server owned the room; one that the first estimate confirms
 * keeps its start.
 */
export function deriveRoomState(
  previous: MeasuredLive | null,
  devices: readonly RoomDevice[],
  nowMs: number,
  stored: StoredStates | null = null,
): MeasuredLive {
  const now = new Date(nowMs);
  const heard = devices.flatMap((device) => device.vitals ?? []);
  const lastFrameAt = latest(devices, previous);
  const before = isRecent(lastFrameAt, nowMs) ? previous : null;
  const presence = resolveState(
    heard.map((vitals) => vitals.presence),
    nowMs,
    before?.presence,
    'outOfBed',
  );
  const sleepState = presence === 'outOfBed' ? 'awake' : deriveSleepState(heard, nowMs, before);
  const posture =
    presence === 'outOfBed'
      ? null
      : mostCertain(
          heard.map((vitals) => vitals.posture),
          nowMs,
          VITAL_MAXIMUM_AGE_SECONDS.posture,
        );
  const heartRates = heard.map((vitals) => vitals.heartRate);
  // Movement does not invalidate heart rate: its estimator finds beats in movement or rejects it.
  const buriedBy = isMoving(heard, nowMs) ? 'movement' : null;
  const respirationRates = heard.map((vitals) => heldBack(vitals.respirationRate, buriedBy));
  return {
    presence,
    presenceSince: clampSince(getPresenceSince(previous, stored, presence) ?? now, now),
    sleepState,
    sleepStateSince: clampSince(getSleepSince(previous, stored, sleepState) ?? now, now),
    heartRate: figure(heartRates, nowMs, VITAL_MAXIMUM_AGE_SECONDS.heartRate),
    respirationRate: figure(respirationRates, nowMs, VITAL_MAXIMUM_AGE_SECONDS.respirationRate),
    temperature: figure(
      heard.map((vitals) => vitals.temperature),
      nowMs,
      VITAL_MAXIMUM_AGE_SECONDS.temperature,
    ),
    doubts: {
      heartRate: findDoubt(heartRates, nowMs, VITAL_MAXIMUM_AGE_SECONDS.heartRate),
      respirationRate: findDoubt(
        respirationRates,
        nowMs,
        VITAL_MAXIMUM_AGE_SECONDS.respirationRate,
      ),
    },
    measures: VITALS.filter((vital) => devices.some(({ measures }) => measures.includes(vital))),
    posture: posture?.value ?? 'unknown',
    postureAt: posture === null ? null : new Date(posture.atMs),
    lastFrameAt,
    ...deriveFault(previous, devices, lastFrameAt, now),
  };
}

function deriveFault(
  previous: MeasuredLive | null,
  devices: readonly RoomDevice[],
  lastFrameAt: Date | null,
  now: Date,
): Pick<MeasuredLive, 'fault' | 'faultSince' | 'faultSerial'> {
  const { fault, serial, sinceMs } = roomFault(devices);
  const asBefore = previous?.fault === fault ? previous.faultSince : null;
  if (sinceMs === null)
    return { fault, faultSince: clampSince(asBefore ?? now, now), faultSerial: serial };
  // While no device of the room sends, its silence is one fault, even if the faulty device changes.
  const isOneSilence =
    asBefore !== null && isRoomSilent({ fault, faultSince: asBefore, lastFrameAt });
  const since = isOneSilence
    ? asBefore
    : new Date(beforeOtherFrames(sinceMs, serial, devices, now));
  return { fault, faultSince: clampSince(since, now), faultSerial: serial };
}

/**
 * The start of a device’s fault, but before the last frame of another device that has sent within
 * the silence limit: otherwise the room would appear silent until that device sends again
 * (`isRoomSilent`).
 */
function beforeOtherFrames(
  sinceMs: number,
  serial: string | null,
  devices: readonly RoomDevice[],
  now: Date,
): number {
  const others = devices.filter(
    (device) => device.serial !== serial && device.fault !== 'deviceOffline',
  );
  const lastMs = Math.max(...others.map(({ lastFrameAtMs }) => lastFrameAtMs ?? -Infinity));
  const isSending = now.getTime() - lastMs < SILENCE_SECONDS * 1000;
  return isSending ? Math.min(sinceMs, lastMs - 1) : sinceMs;
}

/** Limits a start time that a wrong clock stored in the future. */
const clampSince = (since: Date, now: Date): Date => (since > now ? now : since);

/** Longer than for a rate: a quiet sleeper gives little new evidence. */
const STATE_MAXIMUM_AGE_SECONDS = 60;

/** The most certain state; the previous one while estimators settle after a restart or a gap. */
function resolveState<State>(
  readings: readonly Reading<State>[],
  nowMs: number,
  before: State | 'unknown' = 'unknown',
  winsTies?: State,
): State | 'unknown' {
  const best = mostCertain(readings, nowMs, STATE_MAXIMUM_AGE_SECONDS, winsTies);
  if (best !== null) return best.value;
  const isSettling = readings.every(
    (reading) =>
      reading.kind === 'none' || (reading.kind === 'uncertain' && reading.reason === 'settling'),
  );
  return isSettling ? before : 'unknown';
}

const deriveSleepState = (
  heard: readonly DeviceVitals[],
  nowMs: number,
  before: MeasuredLive | null,
): SleepState =>
  resolveState(
    heard.map((vitals) => vitals.sleepState),
    nowMs,
    before?.sleepState,
  );

const isRecent = (lastFrameAt: Date | null, nowMs: number): boolean =>
  lastFrameAt !== null && nowMs - lastFrameAt.getTime() <= STATE_MAXIMUM_AGE_SECONDS * 1000;

type Value<V> = Extract<Reading<V>, { kind: 'value' }>;

/** `winsTies`: a sensor stuck at another value with equal certainty must not hide it. */
function mostCertain<V>(
  readings: readonly Reading<V>[],
  nowMs: number,
  maximumAgeSeconds: number,
  winsTies?: V,
): Value<V> | null {
  let best: Value<V> | null = null;
  for (const reading of readings) {
    if (reading.kind !== 'value' || nowMs - reading.atMs > maximumAgeSeconds * 1000) continue;
    const isTie = reading.certainty === best?.certainty && reading.value === winsTies;
    if (best === null || reading.certainty > best.certainty || isTie) best = reading;
  }
  return best;
}

function figure(
  readings: readonly Reading[],
  nowMs: number,
  maximumAgeSeconds: number,
): VitalReading | null {
  const best = mostCertain(readings, nowMs, maximumAgeSeconds);
  return best === null
    ? null
    : {
        value: Math.round(best.value * 10) / 10,
        at: new Date(best.atMs),
        certainty: Math.round(best.certainty * 100) / 100,
      };
}

const MOVEMENT_MAXIMUM_AGE_SECONDS = 10;

/** Whether any device detects movement, which invalidates respiration rates from the others. */
const isMoving = (heard: readonly DeviceVitals[], nowMs: number): boolean =>
  heard.some(({ movement, respirationRate }) =>
    [isMovement(movement) && movement, showsMovement(respirationRate) && respirationRate].some(
      (reading) => isFresh(reading, nowMs),
    ),
  );

const isFresh = (reading: Reading | false, nowMs: number): boolean =>
  reading !== false &&
  reading.kind !== 'none' &&
  nowMs - reading.atMs <= MOVEMENT_MAXIMUM_AGE_SECONDS * 1000;

/** Why a sending sensor has no figure; null if there is one, or if it is only too old. */
function findDoubt(
  readings: readonly Reading[],
  nowMs: number,
  maximumAgeSeconds: number,
): Doubt | null {
  if (mostCertain(readings, nowMs, maximumAgeSeconds) !== null) return null;
  for (const reading of readings) {
    const doubt =
      reading.kind === 'uncertain' ? DOUBTS.find((known) => known === reading.reason) : undefined;
    if (doubt !== undefined) return doubt;
  }
  return null;
}

function latest(devices: readonly RoomDevice[], previous: MeasuredLive | null): Date | null {
  const times = devices.flatMap((device) => device.lastFrameAtMs ?? []);
  return times.length === 0 ? (previous?.lastFrameAt ?? null) : new Date(Math.max(...times));
}

/**
 * Turning over moves a sensor by 20 mg or more; breath and heartbeat by at most 3 mg
 * (packages/signal, `createMovement`).
 */
const MOVING_MG = 20;
export const isMovement = (movement: Reading): boolean =>
  movement.kind === 'value' && movement.value >= MOVING_MG;
