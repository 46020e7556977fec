import type { Presence } from './presence.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

export type SleepState = 'asleep' | 'dozing' | 'awake';

export interface SleepEvidence {
  presence: Reading<Presence>;
  /** Activity in mg over the last seconds (createMovement). */
  movement: Reading;
  /** Its certainty is taken as the regularity of breathing. */
  respiration: Reading;
}

export interface SleepStateEstimator {
  /** Call about once a second with times that rise; returns what `read` would. */
  update(evidence: SleepEvidence, nowMs: number): Reading<SleepState>;
  read(nowMs: number): Reading<SleepState>;
}

/** A second over this is a movement; a sleeper's heart and breath stay below. */
const ACTIVE_MG = 12;
const DOZING_AFTER_MS = 90_000;
const ASLEEP_AFTER_MS = 5 * 60_000;
/** Regular breathing shortens the wait: it comes with sleep. */
const ASLEEP_AFTER_REGULAR_MS = 3 * 60_000;
const REGULAR_CERTAINTY = 0.75;
/**
 * A turn in sleep lasts some seconds; a sleeper who moves longer than this in a minute is awake.
 */
const TURN_SECONDS = 12;
const MEMORY_SECONDS = 60;
const MAX_AGE_MS = 30_000;

/**
 * Sleep state as it is now, for the live board. It is a rule of thumb: nights are scored elsewhere,
 * with hindsight.
 *
 * - settling: since the start or a gap, until one of awake and asleep is seen
 * - awake: out of bed, or over 12 active seconds in the last minute, or in bed without 90 s of
 * quiet yet
 * - dozing: 90 s of quiet
 * - asleep: 5 minutes of quiet, 3 with regular breathing; a turn (≤ 12 active seconds in a minute)
 * does not end it, and
 *   quiet counts on from before the turn
 *
 * Quiet time starts anew only when the state falls to awake, which makes the hysteresis.
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
  const noteSecond = (nowMs: number, active: boolean) => {
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
    // Quiet alone does not tell whether somebody has just lain down or has slept for hours.
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
      noteSecond(nowMs, movement.value > ACTIVE_MG);
      state = decide(presence.value === 'outOfBed', nowMs);
      return read(nowMs);
    },
    read,
  };
}
