import type { Posture } from './posture.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

export type Presence = 'inBed' | 'outOfBed';

/** The evidence at one instant. A source that the room does not have is `{ kind: 'none' }`. */
export interface PresenceEvidence {
  /** Activity in mg over the last seconds (createMovement). */
  movement: Reading;
  posture: Reading<Posture>;
  /** From the best available of accelerometer, impedance and EIT. */
  respiration: Reading;
  /** From an ECG, if the room has one. A heart rate shows that the wearer is present. */
  heartRate?: Reading;
}

export interface PresenceEstimator {
  /** Call about once a second with ascending times; returns the same as `read`. */
  update(evidence: PresenceEvidence, nowMs: number): Reading<Presence>;
  read(nowMs: number): Reading<Presence>;
}

/** An upright wearer above this walks. */
const WALKING_MG = 60;
/** A sensor below this is on furniture; even a sleeping wearer moves it more. */
const STILL_MG = 2;
const IN_BED_AFTER_MS = 8_000;
const WALKED_OFF_AFTER_MS = 5_000;
const LEFT_STILL_AFTER_MS = 45_000;
const MAX_AGE_MS = 30_000;

type Hint = 'lying' | 'walking' | 'still' | 'open';

/**
 * In or out of bed, derived from the other estimators:
 *
 * - lying: not upright, and breathing is measured or the body moves (≥ 2 mg) → in bed after 8 s
 * - walking: upright and over 60 mg → out of bed after 5 s
 * - still: breathing is flat or not measured, the body is under 2 mg and there is no heart rate, so
 *   the sensor is not worn → out of bed after 45 s
 * - open: anything else (sitting up, a short movement, uneven breathing) keeps the current state
 *
 * A hint must hold without interruption for its time; until then the previous state holds.
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
      const next = classifyEvidence(evidence);
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

function classifyEvidence({
  movement,
  posture,
  respiration,
  heartRate = noReading,
}: PresenceEvidence): Hint {
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
 * Uneven, noisy or unsettled breathing still shows a wearer. Only a flat signal or a missing sensor
 * does not.
 */
const isLifeless = (respiration: Reading, heartRate: Reading): boolean =>
  heartRate.kind !== 'value' &&
  (respiration.kind === 'none' ||
    (respiration.kind === 'uncertain' && respiration.reason === 'flat'));
