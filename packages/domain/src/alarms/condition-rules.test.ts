import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionRule } from './accident-conditions.ts';
import { advanceCondition, PENDING_TIMEOUT_MS, GOES_ON_EVERY_MS } from './condition-rules.ts';
import { IDLE, OVER_AFTER_MS, type RuleEvent, type RuleState } from './engine-state.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

const ALWAYS = Number.NEGATIVE_INFINITY;
const [fast, calm, unknown] = [130, 70, null].map((heartRate): RoomFacts => ({
  ...UNKNOWN_FACTS,
  areDevicesUnknown: false,
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
const immediate: ConditionRule = { ...common, type: 'simple' };
const afterTwoMinutes: ConditionRule = { ...common, type: 'duration', delayMs: 120_000 };

type Stretch = readonly [
  fromMs: number,
  toMs: number,
  facts: RoomFacts,
  bandFromMs?: number | null,
];
/** The events of a rule over consecutive intervals, and its final state. */
function advance(
  rule: ConditionRule,
  stretches: readonly Stretch[],
  before: RuleState = IDLE,
): { said: string[]; ruleEvents: RuleEvent[]; state: RuleState } {
  const ruleEvents: RuleEvent[] = [];
  let state = before;
  for (const [fromMs, toMs, facts, bandFromMs = ALWAYS] of stretches)
    state = advanceCondition(state, rule, facts, { fromMs, toMs, bandFromMs }, ruleEvents);
  return { said: ruleEvents.map(({ type, atMs }) => `${type} ${atMs}`), ruleEvents, state };
}

describe('advanceCondition', () => {
  it('raises at the moment the condition has held for its delay, not before', () => {
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
    ).toEqual(['fired 120000']);
    expect(advance(immediate, [[5, 60_000, fast]]).said).toEqual(['fired 5']);
  });

  it('ends after the condition has been false for half a minute', () => {
    const raised: Stretch = [0, 10_000, fast];
    expect(advance(immediate, [raised, [10_000, 10_000 + OVER_AFTER_MS - 1, calm]]).said).toEqual([
      'fired 0',
    ]);
    const after = advance(immediate, [raised, [10_000, 60_000, calm]]);
    expect(after.said).toEqual(['fired 0', `cleared ${10_000 + OVER_AFTER_MS}`]);
    expect(after.state).toBe(IDLE);
  });

  it('does not end or raise again if the condition returns within half a minute', () => {
    const { said, state } = advance(immediate, [
      [0, 10_000, fast],
      [10_000, 39_999, calm],
      [39_999, 50_000, fast],
      [50_000, 79_000, calm],
    ]);
    expect(said).toEqual(['fired 0']);
    expect(state).toMatchObject({ raisedAtMs: 0, overFromMs: 50_000 });
  });

  it('missing data restarts the half minute before the end', () => {
    const { said } = advance(immediate, [
      [0, 10_000, fast],
      [10_000, 30_000, calm],
      [30_000, 31_000, unknown],
      [31_000, 60_000, calm],
      [60_000, 61_000, calm],
    ]);
    expect(said).toEqual(['fired 0', `cleared ${31_000 + OVER_AFTER_MS}`]);
  });

  it('drops a pending condition after a minute without data, and resumes it before that', () => {
    const pending: Stretch = [0, 60_000, fast];
    const within = advance(afterTwoMinutes, [
      pending,
      [60_000, 60_000 + PENDING_TIMEOUT_MS - 1, unknown],
      [119_999, 121_000, fast],
    ]);
    expect(within.said).toEqual(['fired 120000']);
    expect(within.ruleEvents[0]?.sinceMs).toBe(0);
    expect(
      advance(afterTwoMinutes, [
        pending,
        [60_000, 60_000 + PENDING_TIMEOUT_MS, unknown],
        [120_000, 180_000, fast],
      ]),
    ).toMatchObject({ said: [], state: { sinceMs: 120_000 } });
  });

  it('raises once data is back if the delay ended during the gap', () => {
    expect(
      advance(afterTwoMinutes, [
        [0, 100_000, fast],
        [100_000, 150_000, unknown],
        [150_000, 180_000, fast],
      ]).said,
    ).toEqual(['fired 150000']);
  });

  it('counts the delay from the start of the band', () => {
    expect(
      advance(afterTwoMinutes, [
        [0, 300_000, fast, null],
        [300_000, 360_000, fast, 300_000],
        [360_000, 430_000, fast, 300_000],
      ]),
    ).toMatchObject({ said: ['fired 420000'], ruleEvents: [{ sinceMs: 300_000 }] });
    expect(advance(immediate, [[0, 300_000, fast, null]]).said).toEqual([]);
  });

  it('a raised condition continues and ends outside its band', () => {
    expect(
      advance(immediate, [
        [0, 60_000, fast],
        [60_000, 90_000, fast, null],
        [90_000, 150_000, calm, null],
      ]).said,
    ).toEqual(['fired 0', 'cleared 120000']);
  });

  it('emits `goesOn` every ten minutes', () => {
    const minutes = Array.from({ length: 31 }, (_, minute): Stretch => [
      minute * 60_000,
      (minute + 1) * 60_000,
      fast,
    ]);
    expect(advance(immediate, minutes).said).toEqual([
      'fired 0',
      ...[1, 2, 3].map((times) => `stillFiring ${times * GOES_ON_EVERY_MS}`),
    ]);
  });

  it('ends and raises again if the condition began again since the raise', () => {
    const out = (presenceSinceMs: number): RoomFacts => ({
      ...UNKNOWN_FACTS,
      presence: 'outOfBed',
      presenceSinceMs,
    });
    const absence: ConditionRule = { ...common, kind: 'bedExit', limit: null, type: 'simple' };
    const { said, ruleEvents } = advance(absence, [
      [0, 10_000, out(0)],
      [50_000, 60_000, out(20_000)],
      [60_000, 90_000, out(20_000)],
    ]);
    expect(said).toEqual(['fired 0', 'cleared 80000', 'fired 80000']);
    expect(ruleEvents.map(({ sinceMs }) => sinceMs)).toEqual([0, 0, 20_000]);
  });

  it('rule events carry the value, and device alarms the serial number', () => {
    expect(advance(immediate, [[0, 1, fast]]).ruleEvents[0]).toMatchObject({
      value: 130,
      serial: null,
      isState: true,
      severity: 'medium',
      clears: false,
    });
    const skewed: ConditionRule = { ...common, kind: 'clockSkew', limit: 60, type: 'simple' };
    expect(
      advance(skewed, [[0, 1, { ...UNKNOWN_FACTS, clockSkew: 'A-1', clockOffsetSeconds: 90 }]])
        .ruleEvents[0],
    ).toMatchObject({ value: 90, serial: 'A-1' });
  });

  it('splitting intervals does not change the rule events', () => {
    const facts = fc.constantFrom(fast, calm, unknown);
    const story = fc.array(fc.tuple(facts, fc.integer({ min: 1, max: 60_000 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        story,
        fc.constantFrom(immediate, afterTwoMinutes),
        fc.array(fc.nat(400_000), { maxLength: 30 }),
        (told, rule, cuts) => {
          let now = 0;
          const whole = told.map(([known, lasts]): Stretch => {
            const fromMs = now;
            now += lasts;
            return [fromMs, now, known];
          });
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
