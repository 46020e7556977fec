import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newEngine,
  restartDurations,
  stepAccidents,
  type Observed,
  type RoomRules,
} from './accident-engine.ts';
import { ACCIDENT_PARAMETERS } from './accident-parameters.ts';
import { effectiveRules } from './accident-rule.ts';
import { engineState, type RuleEvent } from './engine-state.ts';
import { UNKNOWN_FACTS, type RoomFacts } from './room-facts.ts';

/** 22:00 in a UTC time zone. */
const START = Date.UTC(2026, 0, 1, 22);
const at = (seconds: number): number => START + seconds * 1000;
const utc = (atMs: number): number => Math.floor(atMs / 60_000) % 1440;
const rulesWith = (overrides: Record<string, number | string | boolean> = {}): RoomRules => ({
  rules: effectiveRules(
    [
      Object.fromEntries(
        Object.entries(overrides).map(([key, value]) => [`accident.${key}`, value]),
      ),
    ],
    ACCIDENT_PARAMETERS,
  ),
  toLocalMinute: utc,
});
const asleep: RoomFacts = {
  ...UNKNOWN_FACTS,
  areDevicesUnknown: false,
  presence: 'inBed',
  presenceSinceMs: at(-3600),
  sleepState: 'asleep',
  heartRate: 60,
  respirationRate: 14,
  temperature: 36,
  breath: { kind: 'seen' },
};
type Told = readonly [seconds: number, facts: Partial<RoomFacts>, falls?: number];

const toObserved = (steps: readonly Told[]): Observed[] => {
  let facts = asleep;
  return steps.map(([seconds, change, falls = 0]) => {
    facts = { ...facts, ...change };
    return {
      atMs: at(seconds),
      facts,
      events: Array.from({ length: falls }, () => ({
        kind: 'fall' as const,
        atMs: at(seconds),
        serial: 'A',
        streamId: 1,
        deviceTimeUs: at(seconds) * 1000,
      })),
    };
  });
};

function play(observed: readonly Observed[], rules: RoomRules): RuleEvent[] {
  let state = newEngine(START);
  return observed.flatMap((one) => {
    const step = stepAccidents(state, one, rules);
    state = step.state;
    return step.ruleEvents;
  });
}
/** A last line without facts moves the clock to the end. */
const listSignals = (steps: readonly Told[], rules: RoomRules = rulesWith()): string[] =>
  play(toObserved(steps), rules).map(
    ({ kind, type, atMs }) => `${(atMs - START) / 1000} ${kind} ${type}`,
  );

describe('stepAccidents', () => {
  it.each<[string, readonly Told[], readonly string[], Record<string, number | string | boolean>?]>(
    [
      [
        'one alarm for several falls and counts each',
        [
          [10, {}, 1],
          [11, {}, 1],
          [12, {}, 2],
        ],
        ['10 fall fired', '11 fall repeated', '12 fall repeated', '12 fall repeated'],
      ],
      [
        'a second fall alarm after ten minutes without one',
        [
          [10, {}, 1],
          [700, {}, 1],
        ],
        ['10 fall fired', '610 fall cleared', '700 fall fired'],
      ],
      [
        'no alarm for leaving the bed unless enabled',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [600, {}],
        ],
        [],
      ],
      [
        'bed exit immediately when enabled, and ends it after half a minute in bed',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [100, { presence: 'inBed', presenceSinceMs: at(100) }],
          [200, {}],
        ],
        ['10 bedExit fired', '130 bedExit cleared'],
        { 'bedExit.enabled': true },
      ],
      [
        'a long absence after 15 minutes',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [2000, {}],
        ],
        ['910 longAbsence fired', '1510 longAbsence stillFiring'],
      ],
      [
        'no absence for a person who returns in time',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [900, { presence: 'inBed' }],
          [3000, {}],
        ],
        [],
      ],
      [
        'no end of an absence while the presence is unknown',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [1000, { presence: 'unknown' }],
          [4000, {}],
        ],
        ['910 longAbsence fired', '1060 longAbsence unknown'],
      ],
      [
        'a high heart rate after two minutes',
        [
          [10, { heartRate: 125 }],
          [140, {}],
        ],
        ['130 heartRateHigh fired'],
      ],
      [
        'no high heart rate that was normal in between',
        [
          [10, { heartRate: 125 }],
          [100, { heartRate: 90 }],
          [110, { heartRate: 125 }],
          [200, {}],
        ],
        [],
      ],
      [
        'no high heart rate of a person out of bed',
        [
          [10, { heartRate: 125, presence: 'outOfBed', presenceSinceMs: at(10) }],
          [500, {}],
        ],
        [],
      ],
      [
        'no high heart rate at exactly its limit',
        [
          [10, { heartRate: 110 }],
          [500, {}],
        ],
        [],
      ],
      [
        'no end of a high heart rate within the hysteresis or during missing data',
        [
          [10, { heartRate: 125 }],
          [140, { heartRate: 109 }],
          [200, { heartRate: null }],
          [400, { heartRate: 107 }],
          [429, {}],
          [431, {}],
        ],
        [
          '130 heartRateHigh fired',
          '260 heartRateHigh unknown',
          '400 heartRateHigh known',
          '430 heartRateHigh cleared',
        ],
      ],
      [
        'a pending high heart rate after a short gap in the data',
        [
          [10, { heartRate: 125 }],
          [120, { heartRate: null }],
          [150, { heartRate: 125 }],
          [200, {}],
        ],
        ['150 heartRateHigh fired'],
      ],
      [
        'no high heart rate after a minute without data',
        [
          [10, { heartRate: 125 }],
          [100, { heartRate: null }],
          [170, { heartRate: 125 }],
          [280, {}],
        ],
        [],
      ],
      [
        'a low respiration rate',
        [
          [10, { respirationRate: 6 }],
          [200, {}],
        ],
        ['130 respirationLow fired'],
      ],
      [
        'an apnoea after three pauses within ten minutes with a heart rate',
        [
          [10, { breath: { kind: 'paused', sinceMs: at(0) } }],
          [25, { breath: { kind: 'seen' } }],
          [70, { breath: { kind: 'paused', sinceMs: at(60) } }],
          [85, { breath: { kind: 'seen' } }],
          [210, { breath: { kind: 'paused', sinceMs: at(200) } }],
          [225, { breath: { kind: 'seen' } }],
        ],
        ['220 apnea fired'],
      ],
      [
        'an apnoea for a pause of three limits, its repeats, and its end once breathing resumes',
        [
          [10, { breath: { kind: 'paused', sinceMs: at(0) } }],
          [85, { breath: { kind: 'seen' } }],
          [700, {}],
        ],
        ['60 apnea fired', '80 apnea repeated', '680 apnea cleared'],
      ],
      [
        'an apnoea without a heart rate once breathing resumes, but none when the person may have left',
        [
          [10, { heartRate: null, breath: { kind: 'paused', sinceMs: at(0) } }],
          [65, { breath: { kind: 'seen' } }],
          [110, { breath: { kind: 'paused', sinceMs: at(100) } }],
          [190, { breath: { kind: 'unknown' }, presence: 'outOfBed', presenceSinceMs: at(190) }],
          [300, {}],
        ],
        ['65 apnea fired'],
      ],
      [
        'a lost device immediately, and leaves its battery alarm open',
        [
          [10, { batteryLow: 'A' }],
          [20, { deviceOffline: 'A', batteryLow: null }],
          [100, {}],
          [200, { deviceOffline: null }],
          [300, {}],
        ],
        [
          '10 batteryLow fired',
          '20 deviceOffline fired',
          '230 deviceOffline cleared',
          '230 batteryLow cleared',
        ],
      ],
      [
        'a clock offset above its limit for a minute',
        [
          [10, { clockSkew: 'A', clockOffsetSeconds: 59 }],
          [100, { clockOffsetSeconds: 7200 }],
          [200, {}],
        ],
        ['160 clockSkew fired'],
      ],
      [
        'no movement after the configured time',
        [
          [0, { movedAtMs: at(-600) }],
          [1300, { movedAtMs: at(1300) }],
          [2000, {}],
        ],
        ['1200 noMovement fired', '1330 noMovement cleared'],
        { 'noMovement.enabled': true, 'noMovement.limit': 30 },
      ],
      [
        'a night rule only at night',
        [
          [10, { presence: 'outOfBed', presenceSinceMs: at(10) }],
          [3 * 3600, {}],
        ],
        [
          '7200 bedExit fired',
          '7800 bedExit stillFiring',
          '8400 bedExit stillFiring',
          '9000 bedExit stillFiring',
          '9600 bedExit stillFiring',
          '10200 bedExit stillFiring',
          '10800 bedExit stillFiring',
        ],
        {
          'bedExit.enabled': true,
          'bedExit.from': '00:00',
          'bedExit.until': '05:00',
          'longAbsence.enabled': false,
        },
      ],
    ],
  )('reports %s', (_, observations, expected, overrides = {}) => {
    expect(listSignals(observations, rulesWith(overrides))).toEqual(expected);
  });

  it('rule events carry the values that explain them', () => {
    const [ruleEvent] = play(
      toObserved([
        [10, { heartRate: 125 }],
        [140, {}],
      ]),
      rulesWith({ 'heartRateHigh.limit': 115 }),
    );
    expect(ruleEvent).toMatchObject({
      value: 125,
      sinceMs: at(10),
      severity: 'medium',
      clears: false,
      isState: true,
      rule: { type: 'duration', limit: 115, delayMs: 120_000 },
    });
    expect(play(toObserved([[10, {}, 1]]), rulesWith())[0]).toMatchObject({
      serial: 'A',
      streamId: 1,
      isState: false,
      severity: 'high',
    });
    expect(play(toObserved([[10, { deviceOffline: 'B' }]]), rulesWith())[0]).toMatchObject({
      serial: 'B',
      severity: 'technical',
      clears: true,
    });
  });

  it('a hundred falls in a minute are one alarm with 99 repeats', () => {
    const observations = Array.from({ length: 100 }, (_, index): Told => [index * 0.6, {}, 1]);
    expect(listSignals(observations).map((line) => line.split(' ')[2])).toEqual([
      'fired',
      ...Array.from({ length: 99 }, () => 'repeated'),
    ]);
  });

  it('a changed limit applies from the next step', () => {
    const [first, ...others] = toObserved([
      [10, { heartRate: 105 }],
      [300, {}],
      [600, {}],
    ]);
    let state = stepAccidents(newEngine(START), first ?? { atMs: START }, rulesWith()).state;
    const ruleEvents = others.flatMap((one, index) => {
      const step = stepAccidents(
        state,
        one,
        index === 0 ? rulesWith() : rulesWith({ 'heartRateHigh.limit': 100 }),
      );
      state = step.state;
      return step.ruleEvents.map(({ kind }) => kind);
    });
    expect(ruleEvents).toEqual(['heartRateHigh']);
    expect(
      stepAccidents(state, { atMs: at(700) }, { rules: [], toLocalMinute: utc }),
    ).toMatchObject({ ruleEvents: [], state: { kinds: {} } });
  });

  it('time never runs backwards', () => {
    const { state } = stepAccidents(
      newEngine(at(100)),
      { atMs: at(50), facts: { ...asleep, deviceOffline: 'A' } },
      rulesWith(),
    );
    expect(state.atMs).toBe(at(100));
  });
});

const instant = fc.integer({ min: 0, max: 3 * 3600 });
const change: fc.Arbitrary<Partial<RoomFacts>> = fc.oneof(
  fc.record({ heartRate: fc.constantFrom(null, 38, 60, 108, 112, 125) }),
  fc.record({ respirationRate: fc.constantFrom(null, 5, 14, 24.5, 27) }),
  fc.record({
    presence: fc.constantFrom('inBed' as const, 'outOfBed' as const, 'unknown' as const),
    presenceSinceMs: instant.map(at),
  }),
  fc.record({
    breath: fc.oneof(
      fc.constant({ kind: 'seen' as const }),
      fc.constant({ kind: 'unknown' as const }),
      instant.map((seconds) => ({ kind: 'paused' as const, sinceMs: at(seconds) })),
    ),
  }),
  fc.record({ deviceOffline: fc.constantFrom(null, 'A') }),
  fc.record({ sensorOff: fc.constantFrom(null, 'A') }),
  fc.record({ movedAtMs: instant.map(at) }),
);
/** Observations of three hours. The time of a fact is never after its observation. */
const night = fc
  .array(fc.tuple(instant, change, fc.constantFrom(0, 0, 0, 1)), { minLength: 1, maxLength: 40 })
  .map((observations) =>
    toObserved(
      observations
        .toSorted(([one], [other]) => one - other)
        .map(([seconds, facts, falls]): Told => [
          seconds,
          {
            ...facts,
            ...(facts.presenceSinceMs === undefined
              ? {}
              : { presenceSinceMs: Math.min(facts.presenceSinceMs, at(seconds)) }),
            ...(typeof facts.movedAtMs === 'number'
              ? { movedAtMs: Math.min(facts.movedAtMs, at(seconds)) }
              : {}),
            ...(facts.breath?.kind === 'paused'
              ? { breath: { kind: 'paused', sinceMs: Math.min(facts.breath.sinceMs, at(seconds)) } }
              : {}),
          },
          falls,
        ]),
    ),
  );
const END: Observed = { atMs: at(4 * 3600) };
const everything = rulesWith({
  'bedExit.enabled': true,
  'bedExit.from': '23:10',
  'bedExit.until': '23:40',
  'noMovement.enabled': true,
  'noMovement.limit': 30,
  'apnea.repeats': 2,
  'temperatureHigh.enabled': true,
});

describe('stepAccidents as a deterministic function', () => {
  it('extra calls in between do not change the rule events, so a replay equals the live run', () => {
    fc.assert(
      fc.property(night, fc.array(instant, { maxLength: 60 }), (observations, looks) => {
        const looked = [
          ...observations,
          ...looks.map((seconds): Observed => ({ atMs: at(seconds) })),
          END,
        ].toSorted((one, other) => one.atMs - other.atMs);
        expect(play(looked, everything)).toEqual(play([...observations, END], everything));
      }),
      { numRuns: 200 },
    );
  });

  it('saving and loading the state at any point does not change the rule events', () => {
    fc.assert(
      fc.property(night, fc.nat(), (observations, place) => {
        const all = [...observations, END];
        let state = newEngine(START);
        const ruleEvents = all.flatMap((one, index) => {
          if (index === place % all.length)
            state = engineState.parse(JSON.parse(JSON.stringify(state)));
          const step = stepAccidents(state, one, everything);
          state = step.state;
          return step.ruleEvents;
        });
        expect(ruleEvents).toEqual(play(all, everything));
      }),
      { numRuns: 100 },
    );
  });

  it('each alarm is raised once before it ends, and only raised alarms end', () => {
    fc.assert(
      fc.property(night, (observations) => {
        const raised = new Map<string, number>();
        for (const { kind, type, atMs } of play([...observations, END], everything)) {
          if (type === 'fired') expect(raised.has(kind)).toBe(false);
          else expect(atMs).toBeGreaterThanOrEqual(raised.get(kind) ?? Infinity);
          if (type === 'cleared') raised.delete(kind);
          else raised.set(kind, raised.get(kind) ?? atMs);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('restartDurations', () => {
  const rules = rulesWith({
    'heartRateHigh.enabled': true,
    'heartRateHigh.delayMinutes': 2,
    'longAbsence.enabled': true,
    'longAbsence.delayMinutes': 10,
    'apnea.enabled': true,
  });
  const JUMP_SECONDS = 3_600;
  /** Observes the facts for ten seconds, then the clock jumps by an hour. */
  const jumped = (facts: Partial<RoomFacts>) => {
    let state = newEngine(START);
    const step = (seconds: number): string[] => {
      const observed = { atMs: at(seconds), facts: { ...asleep, ...facts } };
      const next = stepAccidents(state, observed, rules);
      state = next.state;
      return next.ruleEvents.map((ruleEvent) => `${ruleEvent.kind} ${ruleEvent.type}`);
    };
    step(0);
    step(10);
    state = restartDurations(state, at(JUMP_SECONDS + 10));
    return { after: (seconds: number) => step(JUMP_SECONDS + 10 + seconds) };
  };

  it.each<[string, Partial<RoomFacts>, number]>([
    ['heartRateHigh', { heartRate: 125 }, 120],
    ['longAbsence', { presence: 'outOfBed', presenceSinceMs: at(-60) }, 600],
  ])('%s counts from the jump of the clock', (kind, facts, delaySeconds) => {
    const { after } = jumped(facts);
    expect(after(0)).toEqual([]);
    expect(after(delaySeconds - 1)).toEqual([]);
    expect(after(delaySeconds)).toEqual([`${kind} fired`]);
  });

  it('a pause of breathing counts from the jump of the clock', () => {
    const { after } = jumped({ breath: { kind: 'paused', sinceMs: at(5) } });
    expect([after(0), after(5)]).toEqual([[], []]);
  });

  it('an alarm that was raised stays, and ends only after its time', () => {
    let state = newEngine(START);
    const ruleEvents: string[] = [];
    const step = (seconds: number, facts: Partial<RoomFacts>, falls = 0): void => {
      const [observed] = toObserved([[seconds, facts, falls]]);
      if (observed === undefined) throw new Error('no observation');
      const next = stepAccidents(state, observed, rules);
      state = next.state;
      ruleEvents.push(...next.ruleEvents.map(({ kind, type: name }) => `${kind} ${name}`));
    };
    step(0, { heartRate: 125 }, 1);
    step(121, { heartRate: 125 });
    expect(ruleEvents).toEqual(['fall fired', 'heartRateHigh fired']);
    state = restartDurations(state, at(JUMP_SECONDS));
    step(JUMP_SECONDS, { heartRate: 60 });
    step(JUMP_SECONDS + 29, { heartRate: 60 });
    expect(ruleEvents).toHaveLength(2);
    step(JUMP_SECONDS + 31, { heartRate: 60 });
    expect(ruleEvents.slice(2)).toEqual(['heartRateHigh cleared']);
    step(JUMP_SECONDS + 601, { heartRate: 60 });
    expect(ruleEvents.slice(3)).toEqual(['fall cleared']);
  });
});
