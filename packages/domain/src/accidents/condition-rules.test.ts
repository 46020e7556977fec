import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionRule } from './accident-conditions.ts';
import {
  advanceCondition,
  FORGOTTEN_AFTER_MS,
  GOES_ON_EVERY_MS,
  OVER_AFTER_MS,
} from './condition-rules.ts';
import { QUIET, type AccidentSignal, type KindState } from './engine-state.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

const ALWAYS = Number.NEGATIVE_INFINITY;
const [fast, calm, unknown] = [130, 70, null].map((heartRate): RoomFacts => ({
  ...UNKNOWN_FACTS,
  presence: 'inBed',
  heartRate,
})) as [RoomFacts, RoomFacts, RoomFacts];
const common = {
  kind: 'heartRateHigh',
  severity: 'medium',
  limit: 110,
  band: null,
  clears: false,
} as const;
const atOnce: ConditionRule = { ...common, type: 'simple' };
const afterTwoMinutes: ConditionRule = { ...common, type: 'duration', delayMs: 120_000 };

type Stretch = readonly [
  fromMs: number,
  toMs: number,
  facts: RoomFacts,
  bandFromMs?: number | null,
];
/** What a rule says while stretches follow each other, and where it stands then. */
function advance(
  rule: ConditionRule,
  stretches: readonly Stretch[],
  before: KindState = QUIET,
): { said: string[]; signals: AccidentSignal[]; state: KindState } {
  const signals: AccidentSignal[] = [];
  let state = before;
  for (const [fromMs, toMs, facts, bandFromMs = ALWAYS] of stretches)
    state = advanceCondition(state, rule, facts, { fromMs, toMs, bandFromMs }, signals);
  return { said: signals.map(({ step, atMs }) => `${step} ${atMs}`), signals, state };
}

describe('a state of the room', () => {
  it('raises at the very moment at which it has held for as long as is asked, and not before', () => {
    expect(
      advance(afterTwoMinutes, [
        [0, 60_000, fast],
        [60_000, 119_999, fast],
      ]).said,
    ).toEqual([]);
    expect(
      advance(afterTwoMinutes, [
        [0, 60_000, fast],
        [60_000, 120_000, fast],
      ]).said,
    ).toEqual(['raise 120000']);
    expect(advance(atOnce, [[5, 60_000, fast]]).said).toEqual(['raise 5']);
  });

  it('is over when it has not held for half a minute, at that moment', () => {
    const raised: Stretch = [0, 10_000, fast];
    expect(advance(atOnce, [raised, [10_000, 10_000 + OVER_AFTER_MS - 1, calm]]).said).toEqual([
      'raise 0',
    ]);
    const after = advance(atOnce, [raised, [10_000, 60_000, calm]]);
    expect(after.said).toEqual(['raise 0', `over ${10_000 + OVER_AFTER_MS}`]);
    expect(after.state).toBe(QUIET);
  });

  it('is not over when it holds again within half a minute, nor raised a second time', () => {
    const { said, state } = advance(atOnce, [
      [0, 10_000, fast],
      [10_000, 39_999, calm],
      [39_999, 50_000, fast],
      [50_000, 79_000, calm],
    ]);
    expect(said).toEqual(['raise 0']);
    expect(state).toMatchObject({ raisedAtMs: 0, overFromMs: 50_000 });
  });

  it('does not end by what is not known: half a minute counts anew from when it is known again', () => {
    const { said } = advance(atOnce, [
      [0, 10_000, fast],
      [10_000, 30_000, calm],
      [30_000, 31_000, unknown],
      [31_000, 60_000, calm],
      [60_000, 61_000, calm],
    ]);
    expect(said).toEqual(['raise 0', `over ${31_000 + OVER_AFTER_MS}`]);
  });

  it('that is not known yet is forgotten after a minute, and until then goes on from when it began', () => {
    const pending: Stretch = [0, 60_000, fast];
    const within = advance(afterTwoMinutes, [
      pending,
      [60_000, 60_000 + FORGOTTEN_AFTER_MS - 1, unknown],
      [119_999, 121_000, fast],
    ]);
    expect(within.said).toEqual(['raise 120000']);
    expect(within.signals[0]?.sinceMs).toBe(0);
    expect(
      advance(afterTwoMinutes, [
        pending,
        [60_000, 60_000 + FORGOTTEN_AFTER_MS, unknown],
        [120_000, 180_000, fast],
      ]),
    ).toMatchObject({ said: [], state: { sinceMs: 120_000 } });
  });

  it('that came due while nothing was known raises when it is known again', () => {
    expect(
      advance(afterTwoMinutes, [
        [0, 100_000, fast],
        [100_000, 150_000, unknown],
        [150_000, 180_000, fast],
      ]).said,
    ).toEqual(['raise 150000']);
  });

  it('counts only from the beginning of the time of day in which it counts at all', () => {
    expect(
      advance(afterTwoMinutes, [
        [0, 300_000, fast, null],
        [300_000, 360_000, fast, 300_000],
        [360_000, 430_000, fast, 300_000],
      ]),
    ).toMatchObject({ said: ['raise 420000'], signals: [{ sinceMs: 300_000 }] });
    expect(advance(atOnce, [[0, 300_000, fast, null]]).said).toEqual([]);
  });

  it('that was raised goes on, and ends, outside of its time of day too', () => {
    expect(
      advance(atOnce, [
        [0, 60_000, fast],
        [60_000, 90_000, fast, null],
        [90_000, 150_000, calm, null],
      ]).said,
    ).toEqual(['raise 0', 'over 120000']);
  });

  it('says every ten minutes that it goes on', () => {
    const minutes = Array.from({ length: 31 }, (_, minute): Stretch => [
      minute * 60_000,
      (minute + 1) * 60_000,
      fast,
    ]);
    expect(advance(atOnce, minutes).said).toEqual([
      'raise 0',
      ...[1, 2, 3].map((times) => `goesOn ${times * GOES_ON_EVERY_MS}`),
    ]);
  });

  it('is over and another one when it has begun anew since it was raised', () => {
    const out = (presenceSinceMs: number): RoomFacts => ({
      ...UNKNOWN_FACTS,
      presence: 'outOfBed',
      presenceSinceMs,
    });
    const absence: ConditionRule = { ...common, kind: 'bedExit', limit: null, type: 'simple' };
    const { said, signals } = advance(absence, [
      [0, 10_000, out(0)],
      [50_000, 60_000, out(20_000)],
      [60_000, 90_000, out(20_000)],
    ]);
    expect(said).toEqual(['raise 0', 'over 80000', 'raise 80000']);
    expect(signals.map(({ sinceMs }) => sinceMs)).toEqual([0, 0, 20_000]);
  });

  it('is told with its figure, and a device with its number', () => {
    expect(advance(atOnce, [[0, 1, fast]]).signals[0]).toMatchObject({
      value: 130,
      serial: null,
      isState: true,
      severity: 'medium',
      clears: false,
    });
    const skewed: ConditionRule = { ...common, kind: 'clockSkew', limit: 60, type: 'simple' };
    expect(
      advance(skewed, [[0, 1, { ...UNKNOWN_FACTS, clockSkew: 'A-1', clockOffsetSeconds: 90 }]])
        .signals[0],
    ).toMatchObject({ value: 90, serial: 'A-1' });
  });

  it('is told alike however a stretch is cut', () => {
    const facts = fc.constantFrom(fast, calm, unknown);
    const story = fc.array(fc.tuple(facts, fc.integer({ min: 1, max: 60_000 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        story,
        fc.constantFrom(atOnce, afterTwoMinutes),
        fc.array(fc.nat(400_000), { maxLength: 30 }),
        (told, rule, cuts) => {
          let now = 0;
          const whole = told.map(([known, lasts]): Stretch => [now, (now += lasts), known]);
          const cut = whole.flatMap(([fromMs, toMs, known]) => {
            const ends = [...new Set(cuts.filter((at) => at > fromMs && at < toMs)), toMs].toSorted(
              (one, other) => one - other,
            );
            return ends.map((end, index): Stretch => [ends[index - 1] ?? fromMs, end, known]);
          });
          expect(advance(rule, cut)).toEqual(advance(rule, whole));
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });
});
