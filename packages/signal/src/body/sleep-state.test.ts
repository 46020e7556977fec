import { describe, expect, it } from 'vitest';
import type { Presence } from './presence.ts';
import { createSleepState, type SleepEvidence, type SleepStateEstimator } from './sleep-state.ts';
import { noReading, type Reading, uncertainReading, valueReading } from '../reading/reading.ts';

const inBed: Reading<Presence> = valueReading<Presence>('inBed', 1, 0);
const outOfBed: Reading<Presence> = valueReading<Presence>('outOfBed', 1, 0);
const irregular = uncertainReading('irregular', 0);
const even = valueReading(14, 0.9, 0);

const quiet = (respiration: Reading = irregular): SleepEvidence => ({
  presence: inBed,
  movement: valueReading(3, 1, 0),
  respiration,
});
const restless: SleepEvidence = {
  presence: inBed,
  movement: valueReading(50, 1, 0),
  respiration: irregular,
};
const away: SleepEvidence = {
  presence: outOfBed,
  movement: valueReading(120, 1, 0),
  respiration: noReading,
};

function hold(
  state: SleepStateEstimator,
  evidence: SleepEvidence,
  seconds: number,
  fromMs: number,
): number {
  for (let second = 0; second < seconds; second++) state.update(evidence, fromMs + second * 1000);
  return fromMs + seconds * 1000;
}

const getValue = (reading: Reading<string>) =>
  reading.kind === 'value' ? reading.value : reading.kind;

describe('createSleepState', () => {
  it('reads none without presence or movement', () => {
    const state = createSleepState();
    expect(state.read(0)).toEqual({ kind: 'none' });
    expect(
      state.update({ presence: noReading, movement: valueReading(1, 1, 0), respiration: even }, 0),
    ).toEqual({ kind: 'none' });
    expect(state.update({ presence: inBed, movement: noReading, respiration: even }, 0)).toEqual({
      kind: 'none',
    });
  });

  it('passes from awake through dozing to asleep', () => {
    const state = createSleepState();
    state.update(away, -1000);
    expect(getValue(state.read(hold(state, quiet(), 60, 0)))).toBe('awake');
    expect(getValue(state.read(hold(state, quiet(), 60, 60_000)))).toBe('dozing');
    expect(getValue(state.read(hold(state, quiet(), 160, 120_000)))).toBe('dozing');
    expect(getValue(state.read(hold(state, quiet(), 60, 280_000)))).toBe('asleep');
  });

  it('falls asleep sooner with regular breathing', () => {
    const state = createSleepState();
    expect(getValue(state.read(hold(state, quiet(even), 200, 0)))).toBe('asleep');
  });

  it('stays asleep through turning over', () => {
    const state = createSleepState();
    let now = hold(state, quiet(), 400, 0);
    now = hold(state, restless, 8, now);
    expect(getValue(state.read(now))).toBe('asleep');
    expect(getValue(state.read(hold(state, quiet(), 30, now)))).toBe('asleep');
  });

  it('wakes when movement continues', () => {
    const state = createSleepState();
    const now = hold(state, quiet(), 400, 0);
    expect(getValue(state.read(hold(state, restless, 15, now)))).toBe('awake');
  });

  it('requires quiet again after waking', () => {
    const state = createSleepState();
    const now = hold(state, restless, 20, hold(state, quiet(), 400, 0));
    expect(getValue(state.read(hold(state, quiet(), 80, now)))).toBe('awake');
    expect(getValue(state.read(hold(state, quiet(), 160, now)))).toBe('dozing');
  });

  it('reads awake immediately when out of bed', () => {
    const state = createSleepState();
    const now = hold(state, quiet(even), 400, 0);
    expect(getValue(state.update(away, now))).toBe('awake');
  });

  it('raises the certainty of sleep with regular breathing', () => {
    const plain = createSleepState();
    const regular = createSleepState();
    const a = plain.read(hold(plain, quiet(), 400, 0));
    const b = regular.read(hold(regular, quiet(even), 400, 0));
    if (a.kind === 'value' && b.kind === 'value') expect(b.certainty).toBeGreaterThan(a.certainty);
    expect(b.kind).toBe('value');
  });

  it('settles before it judges a quiet wearer, who may have slept for hours', () => {
    const state = createSleepState();
    expect(state.read(hold(state, quiet(), 299, 0))).toMatchObject({
      kind: 'uncertain',
      reason: 'settling',
    });
    expect(getValue(state.read(hold(state, quiet(), 2, 299_000)))).toBe('asleep');
    const moved = createSleepState();
    expect(getValue(moved.read(hold(moved, restless, 15, 0)))).toBe('awake');
  });

  it('reads none after half a minute without evidence, and settles again', () => {
    const state = createSleepState();
    const now = hold(state, quiet(), 400, 0);
    expect(state.read(now + 31_000)).toEqual({ kind: 'none' });
    expect(getValue(state.update(quiet(), now + 60_000))).toBe('uncertain');
  });

  it('works with real timestamps', () => {
    const state = createSleepState();
    const start = 1_795_228_800_000;
    state.update(away, start - 1000);
    expect(getValue(state.read(hold(state, quiet(), 100, start)))).toBe('dozing');
  });
});
