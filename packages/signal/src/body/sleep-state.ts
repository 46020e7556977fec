import type { Presence } from './presence.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

export type SleepState = 'asleep' | 'dozing' | 'awake';

export interface SleepEvidence {
  presence: Reading<Presence>;
  /** Activity in mg over the last seconds (createMovement). */
  movement: Reading;
  /** Its certainty serves as the regularity of breathing. */
  respiration: Reading;
}

export interface SleepStateEstimator {
  /** Call about once a second with ascending times; returns the same as `read`. */
  update(evidence: SleepEvidence, nowMs: number): Reading<SleepState>;
  read(nowMs: number): Reading<SleepState>;
}

/** A second above this counts as movement; heart and breathing of a sleeper stay below. */
const ACTIVE_MG = 12;
const DOZING_AFTER_MS = 90_000;
const ASLEEP_AFTER_MS = 5 * 60_000;
/** Regular breathing accompanies sleep and shortens the wait. */
const ASLEEP_AFTER_REGULAR_MS = 3 * 60_000;
const REGULAR_CERTAINTY = 0.75;
/**
 * Turning over in sleep takes some seconds; a wearer who moves for longer than this in a minute is
 * awake.
 */
const TURN_SECONDS = 12;
const MEMORY_SECONDS = 60;
const MAX_AGE_MS = 30_000;

/**
 * Current sleep state, for the live board. A heuristic: nights are scored offline, with hindsight.
 *
 * - settling: from the start or after a gap, until the wearer moves or leaves the bed, or has been
 *   quiet for long enough to be asleep
 * - awake: out of bed, more than 12 active seconds in the last minute, or less than 90 s of quiet
 * - dozing: 90 s of quiet
 * - asleep: 5 minutes of quiet, or 3 with regular breathing. Turning over (≤ 12 active seconds in a
 *   minute) does not end it and does not restart the quiet time.
 *
 * Quiet time restarts only when the state falls to awake, which provides the hysteresis.
 */
export function createSleepState(): SleepStateEstimator {
  const activeSeconds = new Uint8Array(MEMORY_SECONDS);
  let quietSinceMs = Number.NaN;
  let updatedMs = Number.NaN;
  let second = Number.NaN;
  let state: SleepState | undefined;
  let regularity = 0;

  const read = (nowMs: number): Reading<SleepState> => {
    if (Number.isNaN(updatedMs) || nowMs - updatedMs > MAX_AGE_MS) return noReading;
    if (state === undefined) return uncertainReading('settling', updatedMs);
    return valueReading(state, state === 'asleep' ? 0.6 + 0.3 * regularity : 0.7, updatedMs);
  };
  const recordSecond = (nowMs: number, active: boolean) => {
    const now = Math.floor(nowMs / 1000);
    for (let s = Math.max(second + 1, now - MEMORY_SECONDS + 1); s <= now; s++)
      activeSeconds[s % MEMORY_SECONDS] = 0;
    if (Number.isNaN(second)) activeSeconds.fill(0);
    if (active) activeSeconds[now % MEMORY_SECONDS] = 1;
    second = now;
  };
  const decide = (outOfBed: boolean, nowMs: number): SleepState | undefined => {
    let active = 0;
    for (const one of activeSeconds) active += one;
    if (outOfBed || active > TURN_SECONDS) {
      quietSinceMs = nowMs;
      return 'awake';
    }
    const quietMs = nowMs - quietSinceMs;
    if (quietMs >= (regularity >= REGULAR_CERTAINTY ? ASLEEP_AFTER_REGULAR_MS : ASLEEP_AFTER_MS))
      return 'asleep';
    // Quiet alone does not tell someone who has just lain down from someone asleep for hours.
    if (state === undefined || state === 'asleep') return state;
    return quietMs >= DOZING_AFTER_MS ? 'dozing' : 'awake';
  };

  return {
    update({ presence, movement, respiration }, nowMs) {
      if (presence.kind !== 'value' || movement.kind !== 'value') return read(nowMs);
      if (!(nowMs - updatedMs <= MAX_AGE_MS)) {
        state = undefined;
        quietSinceMs = nowMs;
        second = Number.NaN;
      }
      updatedMs = nowMs;
      const seen = respiration.kind === 'value' ? respiration.certainty : 0;
      regularity += 0.05 * (seen - regularity);
      recordSecond(nowMs, movement.value > ACTIVE_MG);
      state = decide(presence.value === 'outOfBed', nowMs);
      return read(nowMs);
    },
    read,
  };
}
