import type { Posture } from './posture.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

export type Presence = 'inBed' | 'outOfBed';

/** What is known at one instant; a source that the room does not have is `{ kind: 'none' }`. */
export interface PresenceEvidence {
  /** Activity in mg over the last seconds (createMovement). */
  movement: Reading;
  posture: Reading<Posture>;
  /** From accelerometer, impedance or EIT: whichever is there, best first. */
  respiration: Reading;
  /** From an ECG, where the room has one: a heart that beats is a body that is there. */
  heartRate?: Reading;
}

export interface PresenceEstimator {
  /** Call about once a second with times that rise; returns what `read` would. */
  update(evidence: PresenceEvidence, nowMs: number): Reading<Presence>;
  read(nowMs: number): Reading<Presence>;
}

/** Above this an upright wearer walks. */
const WALKING_MG = 60;
/** Below this a sensor lies on furniture: a body, even asleep, moves it more. */
const STILL_MG = 2;
const IN_BED_AFTER_MS = 8_000;
const WALKED_OFF_AFTER_MS = 5_000;
const LEFT_STILL_AFTER_MS = 45_000;
const MAX_AGE_MS = 30_000;

type Hint = 'lying' | 'walking' | 'still' | 'open';

/**
 * In or out of bed, from what the other estimators say:
 *
 * 1. lying: not upright, and breathing is seen or the body stirs (≥ 2 mg) → in bed after 8 s
 * 2. walking: upright and over 60 mg → out of bed after 5 s
 * 3. still: breathing is flat, or nothing tells of it and the body is under 2 mg, and no heart is
 * seen to beat: nobody is at
 *    the sensor → out of bed after 45 s
 * 4. anything else (sitting up, a short movement, breathing that is there but uneven) keeps the
 * present state
 *
 * A hint must hold for its time without a break; the state before holds meanwhile.
 */
export function createPresence(): PresenceEstimator {
  let state: Presence | undefined;
  let hint: Hint = 'open';
  let hintSinceMs = 0;
  let updatedMs = Number.NaN;

  const read = (nowMs: number): Reading<Presence> => {
    if (!(nowMs - updatedMs <= MAX_AGE_MS)) return noReading;
    if (state === undefined) return uncertainReading('settling', updatedMs);
    const agrees = state === 'inBed' ? hint === 'lying' : hint === 'walking' || hint === 'still';
    return valueReading(state, agrees ? 0.95 : 0.6, updatedMs);
  };

  return {
    update(evidence, nowMs) {
      const { movement, posture, respiration } = evidence;
      if (movement.kind === 'none' && posture.kind === 'none' && respiration.kind === 'none')
        return read(nowMs);
      const isFresh = nowMs - updatedMs <= MAX_AGE_MS;
      if (!isFresh) state = undefined;
      const next = hintOf(evidence);
      if (next !== hint || !isFresh) hintSinceMs = nowMs;
      hint = next;
      updatedMs = nowMs;
      const heldMs = nowMs - hintSinceMs;
      if (hint === 'lying' && heldMs >= IN_BED_AFTER_MS) state = 'inBed';
      if (hint === 'walking' && heldMs >= WALKED_OFF_AFTER_MS) state = 'outOfBed';
      if (hint === 'still' && heldMs >= LEFT_STILL_AFTER_MS) state = 'outOfBed';
      return read(nowMs);
    },
    read,
  };
}

function hintOf({ movement, posture, respiration, heartRate = noReading }: PresenceEvidence): Hint {
  const breathes = respiration.kind === 'value';
  const stirs = movement.kind === 'value' && movement.value >= STILL_MG;
  if (posture.kind === 'value' && posture.value === 'upright') {
    if (movement.kind === 'value' && movement.value > WALKING_MG) return 'walking';
    return breathes || stirs || !isLifeless(respiration, heartRate) ? 'open' : 'still';
  }
  if (breathes || stirs) return 'lying';
  return isLifeless(respiration, heartRate) ? 'still' : 'open';
}

/**
 * Uneven, noisy or unsettled breathing is breathing still; only a flat line or no sensor for it is
 * none.
 */
const isLifeless = (respiration: Reading, heartRate: Reading): boolean =>
  heartRate.kind !== 'value' &&
  (respiration.kind === 'none' ||
    (respiration.kind === 'uncertain' && respiration.reason === 'flat'));
