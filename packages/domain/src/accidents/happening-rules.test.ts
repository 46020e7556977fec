import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccidentRule } from './accident-rule.ts';
import { QUIET, type AccidentSignal, type KindState } from './engine-state.ts';
import { advanceHappening, happened, NOT_AGAIN_FOR_MS, type Happening } from './happening-rules.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

const common = { severity: 'high', band: null, clears: false } as const;
const fall: AccidentRule = { ...common, kind: 'fall', limit: null, type: 'simple' };
const thrice: AccidentRule = {
  ...common,
  kind: 'fall',
  limit: null,
  type: 'repeating',
  times: 3,
  withinMs: 600_000,
};
const apnea: AccidentRule = { ...common, kind: 'apnea', limit: 20, type: 'simple' };
const at = (atMs: number): Happening => ({ atMs, sinceMs: atMs, serial: 'A', streamId: 2 });

/**
 * What a rule says when things happen at these moments, with time passing in between and until the
 * end.
 */
function tell(rule: AccidentRule, moments: readonly number[], endMs: number): string[] {
  const signals: AccidentSignal[] = [];
  let [state, now]: [KindState, number] = [QUIET, 0];
  const pass = (toMs: number): void => {
    state = advanceHappening(
      state,
      rule,
      UNKNOWN_FACTS,
      { fromMs: now, toMs, bandFromMs: 0 },
      signals,
    );
    now = toMs;
  };
  for (const moment of moments) {
    pass(moment);
    state = happened(state, rule, at(moment), true, signals);
  }
  pass(endMs);
  return signals.map(({ step, atMs }) => `${step} ${atMs}`);
}

describe('what happens', () => {
  it('is raised with the first, counted with every further one, and over when it did not happen for ten minutes', () => {
    expect(tell(fall, [1000, 5000, 5000], 5000 + NOT_AGAIN_FOR_MS - 1)).toEqual([
      'raise 1000',
      'repeat 5000',
      'repeat 5000',
    ]);
    expect(tell(fall, [1000, 5000], 2_000_000)).toEqual([
      'raise 1000',
      'repeat 5000',
      `over ${5000 + NOT_AGAIN_FOR_MS}`,
    ]);
  });

  it('several times within a stretch of time is raised with the last of them', () => {
    expect(tell(thrice, [0, 300_000, 600_000], 600_000)).toEqual(['raise 600000']);
    expect(tell(thrice, [0, 300_000, 600_001], 600_001)).toEqual([]);
    expect(tell(thrice, [0, 300_000, 600_001, 900_000], 900_000)).toEqual(['raise 900000']);
  });

  it('is raised since the first of those that count', () => {
    const signals: AccidentSignal[] = [];
    const state = [50_000, 200_000, 210_000].reduce(
      (before, moment) => happened(before, thrice, at(moment), true, signals),
      QUIET,
    );
    expect(signals).toMatchObject([
      {
        step: 'raise',
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

  it('outside of its time of day neither counts nor raises', () => {
    const signals: AccidentSignal[] = [];
    expect(happened(QUIET, fall, at(10), false, signals)).toBe(QUIET);
    expect(signals).toEqual([]);
  });

  it('too seldom leaves nothing behind', () => {
    const signals: AccidentSignal[] = [];
    const once = happened(QUIET, thrice, at(0), true, signals);
    expect(
      advanceHappening(
        once,
        thrice,
        UNKNOWN_FACTS,
        { fromMs: 0, toMs: 600_000, bandFromMs: 0 },
        signals,
      ),
    ).toBe(once);
    expect(
      advanceHappening(
        once,
        thrice,
        UNKNOWN_FACTS,
        { fromMs: 0, toMs: 600_001, bandFromMs: 0 },
        signals,
      ),
    ).toBe(QUIET);
  });

  it('is remembered in no more than 64 moments, however often it happens', () => {
    const signals: AccidentSignal[] = [];
    const state = Array.from({ length: 1000 }, (_, index) => index).reduce(
      (before, moment) => happened(before, thrice, at(moment), true, signals),
      QUIET,
    );
    expect(state.firings).toHaveLength(64);
    expect(signals).toHaveLength(998);
  });

  it('agrees with counting by hand: raised when `times` moments lie within the stretch, over after a pause', () => {
    const moments = fc
      .array(fc.nat(3_000_000), { minLength: 1, maxLength: 25 })
      .map((all) => all.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(moments, (all) => {
        const expected: string[] = [];
        let [open, since] = [-1, -Infinity];
        for (const [index, moment] of all.entries()) {
          const last = all[index - 1] ?? 0;
          if (open >= 0 && moment >= last + NOT_AGAIN_FOR_MS) {
            expected.push(`over ${last + NOT_AGAIN_FOR_MS}`);
            [open, since] = [-1, last];
          }
          // What counted towards one that is over does not count again.
          const near = all
            .slice(0, index + 1)
            .filter((other) => other > since && moment - other <= 600_000);
          if (open < 0 && near.length < 3) continue;
          expected.push(`${open < 0 ? 'raise' : 'repeat'} ${moment}`);
          open = moment;
        }
        const last = all.at(-1) ?? 0;
        if (open >= 0) expected.push(`over ${last + NOT_AGAIN_FOR_MS}`);
        expect(tell(thrice, all, last + 2 * NOT_AGAIN_FOR_MS)).toEqual(expected);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a pause of breath', () => {
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
    const signals: AccidentSignal[] = [];
    advanceHappening(QUIET, rule, facts, { fromMs: 0, toMs, bandFromMs }, signals);
    return signals.map(({ step, atMs }) => `${step} ${atMs}`);
  };

  it('counts each time that it has lasted as long as the limit', () => {
    expect(pass(paused(), apnea, 19_999)).toEqual([]);
    expect(pass(paused(), apnea, 60_000)).toEqual(['raise 20000', 'repeat 40000', 'repeat 60000']);
  });

  it('does not count where no heart shows that somebody is there, where nobody is, and where it may not', () => {
    expect(pass(paused({ heartRate: null }), apnea, 60_000)).toEqual([]);
    expect(pass(paused({ presence: 'outOfBed' }), apnea, 60_000)).toEqual([]);
    expect(pass(paused({ presence: 'unknown' }), apnea, 60_000)).toEqual([]);
    expect(pass(paused(), apnea, 60_000, null)).toEqual([]);
    expect(pass(paused(), { ...apnea, limit: null }, 60_000)).toEqual([]);
  });

  it('is counted once however often it is looked at, and anew when breath came in between', () => {
    const signals: AccidentSignal[] = [];
    let state = QUIET;
    const look = (facts: RoomFacts, fromMs: number, toMs: number): void => {
      state = advanceHappening(state, apnea, facts, { fromMs, toMs, bandFromMs: 0 }, signals);
    };
    for (let ms = 0; ms < 30_000; ms += 1000) look(paused(), ms, ms + 1000);
    look(paused({ breath: { kind: 'seen' } }), 30_000, 31_000);
    expect(state.pause).toBeNull();
    look(paused({ breath: { kind: 'paused', sinceMs: 31_000 } }), 31_000, 60_000);
    expect(signals.map(({ step, atMs, sinceMs }) => `${step} ${atMs} ${sinceMs}`)).toEqual([
      'raise 20000 0',
      'repeat 51000 31000',
    ]);
  });
});

describe('a repeating pause of breath', () => {
  const repeating: AccidentRule = {
    ...common,
    kind: 'apnea',
    limit: 20,
    type: 'repeating',
    times: 2,
    withinMs: 300_000,
  };
  const seen: RoomFacts = { ...UNKNOWN_FACTS, presence: 'inBed', breath: { kind: 'seen' } };
  const blind: RoomFacts = { ...seen, breath: { kind: 'unknown' } };
  /** Raised at 1,000 ms, then each part's facts hold until its end. */
  const pass = (parts: readonly (readonly [RoomFacts, number])[]): string[] => {
    const signals: AccidentSignal[] = [];
    let state = [0, 1000].reduce(
      (before, moment) => happened(before, repeating, at(moment), true, signals),
      QUIET,
    );
    let fromMs = 1000;
    for (const [facts, toMs] of parts) {
      state = advanceHappening(state, repeating, facts, { fromMs, toMs, bandFromMs: 0 }, signals);
      fromMs = toMs;
    }
    return signals.map(({ step, atMs }) => `${step} ${atMs}`);
  };

  it('is over when its own time has passed without another', () => {
    expect(pass([[seen, 300_999]])).toEqual(['raise 1000']);
    expect(pass([[seen, 301_000]])).toEqual(['raise 1000', 'over 301000']);
  });

  it('is never over by missing data, which is reported after a minute', () => {
    expect(pass([[blind, 60_999]])).toEqual(['raise 1000']);
    expect(pass([[blind, 9_000_000]])).toEqual(['raise 1000', 'unknown 61000']);
  });

  it('waits its whole time again once the data is back', () => {
    expect(
      pass([
        [blind, 400_000],
        [seen, 699_999],
      ]),
    ).toEqual(['raise 1000', 'unknown 61000', 'known 400000']);
    expect(
      pass([
        [blind, 400_000],
        [seen, 700_000],
      ]),
    ).toEqual(['raise 1000', 'unknown 61000', 'known 400000', 'over 700000']);
  });

  it('is over in its time after a gap of less than a minute', () => {
    expect(
      pass([
        [seen, 100_000],
        [blind, 159_000],
        [seen, 301_000],
      ]),
    ).toEqual(['raise 1000', 'over 301000']);
  });

  it('is over in its time for a person who has got up', () => {
    expect(pass([[{ ...blind, presence: 'outOfBed' }, 301_000]])).toEqual([
      'raise 1000',
      'over 301000',
    ]);
  });
});
