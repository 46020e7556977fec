import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccidentRule } from './accident-rule.ts';
import { IDLE, type RuleEvent, type RuleState } from './engine-state.ts';
import {
  tickOccurrenceRule,
  onOccurrence,
  NOT_AGAIN_FOR_MS,
  type Occurrence,
} from './occurrence-rules.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

const common = { severity: 'high', band: null, clears: false } as const;
const fall: AccidentRule = { ...common, kind: 'fall', limit: null, type: 'simple' };
const thrice: AccidentRule = {
  ...common,
  kind: 'fall',
  limit: null,
  type: 'repeating',
  times: 3,
  windowMs: 600_000,
};
const apnea: AccidentRule = { ...common, kind: 'apnea', limit: 20, type: 'simple' };
const at = (atMs: number): Occurrence => ({ atMs, sinceMs: atMs, serial: 'A', streamId: 2 });

/** The rule events for occurrences at these moments, until `endMs`. */
function listFirings(rule: AccidentRule, moments: readonly number[], endMs: number): string[] {
  const ruleEvents: RuleEvent[] = [];
  let state: RuleState = IDLE;
  let now = 0;
  const pass = (toMs: number): void => {
    state = tickOccurrenceRule(
      state,
      rule,
      UNKNOWN_FACTS,
      { fromMs: now, toMs, bandFromMs: 0 },
      ruleEvents,
    );
    now = toMs;
  };
  for (const moment of moments) {
    pass(moment);
    state = onOccurrence(state, rule, at(moment), true, ruleEvents);
  }
  pass(endMs);
  return ruleEvents.map(({ type, atMs }) => `${type} ${atMs}`);
}

describe('event rules', () => {
  it('the first event raises, later ones repeat, and ten minutes without one end the alarm', () => {
    expect(listFirings(fall, [1000, 5000, 5000], 5000 + NOT_AGAIN_FOR_MS - 1)).toEqual([
      'fired 1000',
      'repeated 5000',
      'repeated 5000',
    ]);
    expect(listFirings(fall, [1000, 5000], 2_000_000)).toEqual([
      'fired 1000',
      'repeated 5000',
      `cleared ${5000 + NOT_AGAIN_FOR_MS}`,
    ]);
  });

  it('a repeating rule raises at the event that completes its count within the window', () => {
    expect(listFirings(thrice, [0, 300_000, 600_000], 600_000)).toEqual(['fired 600000']);
    expect(listFirings(thrice, [0, 300_000, 600_001], 600_001)).toEqual([]);
    expect(listFirings(thrice, [0, 300_000, 600_001, 900_000], 900_000)).toEqual(['fired 900000']);
  });

  it('the rule event starts at the first counted occurrence', () => {
    const ruleEvents: RuleEvent[] = [];
    const state = [50_000, 200_000, 210_000].reduce(
      (before, moment) => onOccurrence(before, thrice, at(moment), true, ruleEvents),
      IDLE,
    );
    expect(ruleEvents).toMatchObject([
      {
        type: 'fired',
        sinceMs: 50_000,
        atMs: 210_000,
        serial: 'A',
        streamId: 2,
        isState: false,
        value: null,
      },
    ]);
    expect(state.firings).toEqual([50_000, 200_000, 210_000]);
  });

  it('events outside the band do not count', () => {
    const ruleEvents: RuleEvent[] = [];
    expect(onOccurrence(IDLE, fall, at(10), false, ruleEvents)).toBe(IDLE);
    expect(ruleEvents).toEqual([]);
  });

  it('events older than the window are dropped', () => {
    const ruleEvents: RuleEvent[] = [];
    const once = onOccurrence(IDLE, thrice, at(0), true, ruleEvents);
    expect(
      tickOccurrenceRule(
        once,
        thrice,
        UNKNOWN_FACTS,
        { fromMs: 0, toMs: 600_000, bandFromMs: 0 },
        ruleEvents,
      ),
    ).toBe(once);
    expect(
      tickOccurrenceRule(
        once,
        thrice,
        UNKNOWN_FACTS,
        { fromMs: 0, toMs: 600_001, bandFromMs: 0 },
        ruleEvents,
      ),
    ).toBe(IDLE);
  });

  it('a rule stores at most 64 event times', () => {
    const ruleEvents: RuleEvent[] = [];
    const state = Array.from({ length: 1000 }, (_, index) => index).reduce(
      (before, moment) => onOccurrence(before, thrice, at(moment), true, ruleEvents),
      IDLE,
    );
    expect(state.firings).toHaveLength(64);
    expect(ruleEvents).toHaveLength(998);
  });

  it('a naive count over the window gives the same rule events', () => {
    const moments = fc
      .array(fc.nat(3_000_000), { minLength: 1, maxLength: 25 })
      .map((all) => all.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(moments, (all) => {
        const expected: string[] = [];
        let open = -1;
        let since = -Infinity;
        for (const [index, moment] of all.entries()) {
          const last = all[index - 1] ?? 0;
          if (open >= 0 && moment >= last + NOT_AGAIN_FOR_MS) {
            expected.push(`cleared ${last + NOT_AGAIN_FOR_MS}`);
            open = -1;
            since = last;
          }
          // Events counted for a previous alarm do not count again.
          const near = all
            .slice(0, index + 1)
            .filter((other) => other > since && moment - other <= 600_000);
          if (open < 0 && near.length < 3) continue;
          expected.push(`${open < 0 ? 'fired' : 'repeated'} ${moment}`);
          open = moment;
        }
        const last = all.at(-1) ?? 0;
        if (open >= 0) expected.push(`cleared ${last + NOT_AGAIN_FOR_MS}`);
        expect(listFirings(thrice, all, last + 2 * NOT_AGAIN_FOR_MS)).toEqual(expected);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a pause of breathing', () => {
  const paused = (parts: Partial<RoomFacts> = {}): RoomFacts => ({
    ...UNKNOWN_FACTS,
    presence: 'inBed',
    heartRate: 60,
    breath: { kind: 'paused', sinceMs: 0 },
    ...parts,
  });
  const pass = (
    facts: RoomFacts,
    rule: AccidentRule,
    toMs: number,
    bandFromMs: number | null = 0,
  ): string[] => {
    const ruleEvents: RuleEvent[] = [];
    tickOccurrenceRule(IDLE, rule, facts, { fromMs: 0, toMs, bandFromMs }, ruleEvents);
    return ruleEvents.map(({ type, atMs }) => `${type} ${atMs}`);
  };

  it('counts once for each time the limit passes', () => {
    expect(pass(paused(), apnea, 19_999)).toEqual([]);
    expect(pass(paused(), apnea, 60_000)).toEqual([
      'fired 20000',
      'repeated 40000',
      'repeated 60000',
    ]);
  });

  it('does not count without a heart rate, out of bed, outside the band or without a limit', () => {
    expect(pass(paused({ heartRate: null }), apnea, 60_000)).toEqual([]);
    expect(pass(paused({ presence: 'outOfBed' }), apnea, 60_000)).toEqual([]);
    expect(pass(paused({ presence: 'unknown' }), apnea, 60_000)).toEqual([]);
    expect(pass(paused(), apnea, 60_000, null)).toEqual([]);
    expect(pass(paused(), { ...apnea, limit: null }, 60_000)).toEqual([]);
  });

  it('counts once over many intervals, and restarts after a breath', () => {
    const ruleEvents: RuleEvent[] = [];
    let state = IDLE;
    const advance = (facts: RoomFacts, fromMs: number, toMs: number): void => {
      state = tickOccurrenceRule(state, apnea, facts, { fromMs, toMs, bandFromMs: 0 }, ruleEvents);
    };
    for (let ms = 0; ms < 30_000; ms += 1000) advance(paused(), ms, ms + 1000);
    advance(paused({ breath: { kind: 'seen' } }), 30_000, 31_000);
    expect(state.pause).toBeNull();
    advance(paused({ breath: { kind: 'paused', sinceMs: 31_000 } }), 31_000, 60_000);
    expect(ruleEvents.map(({ type, atMs, sinceMs }) => `${type} ${atMs} ${sinceMs}`)).toEqual([
      'fired 20000 0',
      'repeated 51000 31000',
    ]);
  });
});

describe('a repeating rule for pauses of breathing', () => {
  const repeating: AccidentRule = {
    ...common,
    kind: 'apnea',
    limit: 20,
    type: 'repeating',
    times: 2,
    windowMs: 300_000,
  };
  const seen: RoomFacts = { ...UNKNOWN_FACTS, presence: 'inBed', breath: { kind: 'seen' } };
  const blind: RoomFacts = { ...seen, breath: { kind: 'unknown' } };
  /** Raises at 1,000 ms; then the facts of each part hold until its end. */
  const pass = (parts: readonly (readonly [RoomFacts, number])[]): string[] => {
    const ruleEvents: RuleEvent[] = [];
    let state = [0, 1000].reduce(
      (before, moment) => onOccurrence(before, repeating, at(moment), true, ruleEvents),
      IDLE,
    );
    let fromMs = 1000;
    for (const [facts, toMs] of parts) {
      state = tickOccurrenceRule(
        state,
        repeating,
        facts,
        { fromMs, toMs, bandFromMs: 0 },
        ruleEvents,
      );
      fromMs = toMs;
    }
    return ruleEvents.map(({ type, atMs }) => `${type} ${atMs}`);
  };

  const still: RoomFacts = { ...seen, breath: { kind: 'paused', sinceMs: 0 } };

  it('the alarm lasts until its window has passed without another pause', () => {
    expect(pass([[seen, 300_999]])).toEqual(['fired 1000']);
    expect(pass([[seen, 301_000]])).toEqual(['fired 1000', 'cleared 301000']);
  });

  it('a pause that is not counted ends the alarm after half a minute of breathing', () => {
    const ended = (untilMs: number) =>
      pass([
        [still, 9_000_000],
        [seen, untilMs],
      ]);
    expect(ended(9_029_999)).toEqual(['fired 1000']);
    expect(ended(9_030_000)).toEqual(['fired 1000', 'cleared 9030000']);
  });

  it('a counted pause repeats the alarm', () => {
    const ruleEvents: RuleEvent[] = [];
    const advance = (
      before: RuleState,
      facts: RoomFacts,
      fromMs: number,
      toMs: number,
    ): RuleState =>
      tickOccurrenceRule(before, repeating, facts, { fromMs, toMs, bandFromMs: 0 }, ruleEvents);
    let state = [0, 1000].reduce(
      (before, moment) => onOccurrence(before, repeating, at(moment), true, ruleEvents),
      IDLE,
    );
    const paused: RoomFacts = {
      ...seen,
      heartRate: 60,
      breath: { kind: 'paused', sinceMs: 50_000 },
    };
    state = advance(state, seen, 1000, 50_000);
    state = advance(state, paused, 50_000, 75_000);
    advance(state, seen, 75_000, 110_000);
    expect(ruleEvents.map(({ type, atMs }) => `${type} ${atMs}`)).toEqual([
      'fired 1000',
      'repeated 70000',
    ]);
  });

  it('missing data does not end the alarm and is reported after a minute', () => {
    expect(pass([[blind, 60_999]])).toEqual(['fired 1000']);
    expect(pass([[blind, 9_000_000]])).toEqual(['fired 1000', 'unknown 61000']);
  });

  it('the window restarts once data is back', () => {
    expect(
      pass([
        [blind, 400_000],
        [seen, 699_999],
      ]),
    ).toEqual(['fired 1000', 'unknown 61000', 'known 400000']);
    expect(
      pass([
        [blind, 400_000],
        [seen, 700_000],
      ]),
    ).toEqual(['fired 1000', 'unknown 61000', 'known 400000', 'cleared 700000']);
  });

  it('a gap below a minute does not restart the window', () => {
    expect(
      pass([
        [seen, 100_000],
        [blind, 159_000],
        [seen, 301_000],
      ]),
    ).toEqual(['fired 1000', 'cleared 301000']);
  });

  it('the alarm ends in time for a person who is out of bed', () => {
    expect(pass([[{ ...blind, presence: 'outOfBed' }, 301_000]])).toEqual([
      'fired 1000',
      'cleared 301000',
    ]);
  });
});
