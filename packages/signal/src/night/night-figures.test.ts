import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NightEvent, NightEventKind, NightStage } from './night-analysis.ts';
import { toLabels, nightFigures, type ScoredNight } from './night-figures.ts';

const EPOCH_MS = 30_000;
/** 22:00 in Tokyo. */
const FROM = Date.UTC(2026, 10, 22, 13);
const TOKYO = 540;
const LETTERS: Readonly<Record<string, NightStage>> = {
  w: 'wake',
  s: 'asleep',
  l: 'light',
  d: 'deep',
  r: 'rem',
  '?': 'missing',
};
/** Stages by letter, each for a number of epochs. */
const parseStages = (...runs: readonly (readonly [string, number])[]): NightStage[] =>
  runs.flatMap(([letter, count]) =>
    Array.from({ length: count }, () => LETTERS[letter] ?? 'missing'),
  );
const event = (kind: NightEventKind, fromEpoch: number, epochs = 1): NightEvent => ({
  kind,
  fromMs: FROM + fromEpoch * EPOCH_MS,
  toMs: FROM + (fromEpoch + epochs) * EPOCH_MS,
  certainty: 1,
});

function createNight(stages: NightStage[], parts: Partial<ScoredNight> = {}): ScoredNight {
  const nothing = Array.from({ length: Math.ceil(stages.length / 2) }, () => null);
  return {
    fromMs: FROM,
    utcOffsetMinutes: TOKYO,
    stages,
    timesInBed: [{ fromEpoch: 0, toEpoch: stages.length }],
    trends: { heartRate: nothing, respirationRate: nothing, temperature: nothing },
    events: [],
    variability: [],
    breathingMeasured: true,
    presenceMeasured: true,
    ...parts,
  };
}

describe('nightFigures', () => {
  // Eight hours in bed: 20 minutes until sleep, 3 h, 30 minutes awake, 3 h 50, 20 minutes awake at
  // the end.
  const plain = nightFigures(
    createNight(parseStages(['w', 40], ['s', 360], ['w', 60], ['s', 460], ['w', 40])),
  );

  it('follows the AASM, checked by hand', () => {
    expect(plain.metrics).toMatchObject({
      TIB: 480,
      TST: 410,
      SPT: 440,
      SOL: 20,
      WASO: 50,
      WASOinSPT: 30,
      awakenings: 1,
      REMLatency: null,
    });
    expect(plain.metrics['SE']).toBeCloseTo((100 * 410) / 480, 9);
    expect(plain.metrics['SME']).toBeCloseTo((100 * 410) / 440, 9);
    expect(plain.coverage).toBe(1);
  });

  it('gives the times of sleep and its midpoint in local time', () => {
    expect(plain.sleeps).toEqual([
      {
        kind: 'main',
        fromMs: FROM + 40 * EPOCH_MS,
        toMs: FROM + 920 * EPOCH_MS,
        minutesAsleep: 410,
      },
    ]);
    // Asleep from 22:20 to 5:40: the midpoint is 2:00 in Tokyo, 17:00 in UTC.
    expect(plain.metrics['sleepMidpoint']).toBe(120);
    expect(
      nightFigures(createNight(parseStages(['w', 40], ['s', 880]), { utcOffsetMinutes: 0 }))
        .metrics['sleepMidpoint'],
    ).toBe(17 * 60);
    expect(
      nightFigures(createNight(parseStages(['w', 40], ['s', 880]), { utcOffsetMinutes: -300 }))
        .metrics['sleepMidpoint'],
    ).toBe(12 * 60);
  });

  it('gives bounds where epochs are missing; without missing epochs they equal the figures', () => {
    const holed = nightFigures(
      createNight(parseStages(['w', 40], ['s', 300], ['?', 60], ['s', 520], ['w', 40])),
    );
    expect(holed.bounds['TST']).toEqual({ least: 410, most: 440 });
    expect(holed.coverage).toBeCloseTo(900 / 960, 9);
    expect(plain.bounds['TST']).toEqual({ least: 410, most: 410 });
  });

  it('gives null for a night without a known epoch, except for its length', () => {
    const nothing = nightFigures(createNight(parseStages(['?', 100])));
    expect(nothing).toMatchObject({
      sleeps: [],
      coverage: 0,
      metrics: { TIB: 50, TST: null, SE: null, sleepMidpoint: null, outOfBedCount: 0 },
    });
    expect(nightFigures(createNight([], { timesInBed: [] })).metrics).toMatchObject({
      TIB: 0,
      TST: null,
    });
  });
});

describe('main time in bed', () => {
  const evening = { fromEpoch: 0, toEpoch: 100 };
  const night = { fromEpoch: 300, toEpoch: 1000 };

  it('contains the main sleep, even if another one is longer', () => {
    const stages = parseStages(['s', 90], ['w', 210], ['w', 650], ['s', 40], ['w', 10]);
    expect(
      nightFigures(createNight(stages, { timesInBed: [evening, night] })).metrics,
    ).toMatchObject({
      TIB: 50,
      TST: 45,
    });
  });

  it('defaults to the longest one without sleep, and to none if the bed was never used', () => {
    const awake = parseStages(['w', 1000]);
    expect(
      nightFigures(createNight(awake, { timesInBed: [evening, night] })).metrics,
    ).toMatchObject({
      TIB: 350,
      TST: 0,
    });
    expect(nightFigures(createNight(awake, { timesInBed: [] })).metrics).toMatchObject({ TIB: 0 });
  });

  it('limits heart figures, absences and events to itself', () => {
    const stages = parseStages(['s', 60], ['w', 240], ['s', 700]);
    const heartRate = Array.from({ length: 500 }, (_, minute) => (minute < 150 ? 90 : 60));
    const figures = nightFigures(
      createNight(stages, {
        timesInBed: [evening, night],
        trends: { heartRate, respirationRate: [], temperature: [] },
        events: [
          event('bedExit', 100, 200),
          event('bedExit', 400, 6),
          event('bedExit', 600, 4),
          event('bedExit', 1000, 9),
        ],
        variability: [0, 299, 300, 999].map((epoch) => ({
          fromSeconds: epoch * 30,
          toSeconds: epoch * 30 + 300,
          heartRate: 60,
          SDNN: epoch,
          RMSSD: epoch,
          pNN50: 1,
          LF: 1,
          HF: 1,
          LFHF: 1,
          coverage: 1,
        })),
      }),
    );
    expect(figures.metrics).toMatchObject({
      heartRateMean: 60,
      heartRateMost: 60,
      outOfBedCount: 2,
      outOfBedMinutes: 5,
      RMSSD: 300,
    });
    expect(figures.sleeps.map(({ kind, minutesAsleep }) => [kind, minutesAsleep])).toEqual([
      ['nap', 30],
      ['main', 350],
    ]);
  });
});

describe('respiratory events an hour', () => {
  const stages = parseStages(['w', 120], ['s', 240], ['?', 10], ['s', 240]);

  it('counts events that begin in sleep, over the hours of sleep', () => {
    const events = [
      event('apnea', 119),
      event('apnea', 120),
      event('hypopnea', 200, 5),
      event('apnea', 365),
      event('apnea', 609),
      event('movement', 300),
      event('gap', 301),
    ];
    // Three in four hours: events in wake or in unknown epochs do not count.
    expect(
      nightFigures(createNight(stages, { events })).metrics['respiratoryEventsPerHour'],
    ).toBeCloseTo(3 / 4, 9);
  });

  it('equals zero where breathing was measured without events, and null where it was not measured', () => {
    expect(nightFigures(createNight(stages)).metrics['respiratoryEventsPerHour']).toBe(0);
    expect(
      nightFigures(createNight(stages, { breathingMeasured: false, events: [event('apnea', 200)] }))
        .metrics['respiratoryEventsPerHour'],
    ).toBeNull();
  });

  it('counts bed exits, and without measured presence only those that were found', () => {
    const countExits = (parts: Partial<ScoredNight>) => {
      const { outOfBedCount, outOfBedMinutes } = nightFigures(createNight(stages, parts)).metrics;
      return [outOfBedCount, outOfBedMinutes];
    };
    const events = [event('bedExit', 200, 4)];
    expect(countExits({})).toEqual([0, 0]);
    expect(countExits({ presenceMeasured: false })).toEqual([null, null]);
    expect(countExits({ presenceMeasured: false, events })).toEqual([1, 2]);
  });
});

describe('nightFigures of any night', () => {
  const runs = fc.array(
    fc.tuple(fc.constantFrom('w', 's', 'l', 'd', 'r', '?'), fc.integer({ min: 1, max: 150 })),
    { minLength: 1, maxLength: 12 },
  );

  it('time asleep is within the sleep period, that within the time in bed, and all within their bounds', () => {
    fc.assert(
      fc.property(runs, (parts) => {
        const { metrics, bounds, coverage } = nightFigures(createNight(parseStages(...parts)));
        const TIB = metrics['TIB'] ?? 0;
        const SPT = metrics['SPT'] ?? null;
        const TST = metrics['TST'] ?? null;
        expect(TST === null).toBe(coverage === 0);
        if (TST === null || SPT === null) return;
        expect(TST).toBeLessThanOrEqual(SPT);
        expect(SPT).toBeLessThanOrEqual(TIB);
        expect((metrics['SOL'] ?? 0) + (metrics['WASO'] ?? 0) + TST).toBeLessThanOrEqual(TIB);
        for (const [name, { least, most }] of Object.entries(bounds)) {
          expect(least, name).toBeLessThanOrEqual(most);
          const value = metrics[name];
          if (typeof value === 'number' && TST > 0)
            expect([value >= least - 1e-9, value <= most + 1e-9], name).toEqual([true, true]);
        }
      }),
      { seed: 30, numRuns: 100 },
    );
  });

  it('the figures do not depend on the start of the night, except for times', () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: -1e6, max: 1e6 }), (parts, minutes) => {
        const stages = parseStages(...parts);
        const one = nightFigures(createNight(stages));
        const other = nightFigures(
          createNight(stages, {
            fromMs: FROM + minutes * 60_000,
            utcOffsetMinutes: TOKYO - (minutes % 1440),
          }),
        );
        expect(other.metrics).toEqual(one.metrics);
        expect(other.sleeps.map(({ fromMs }) => fromMs - minutes * 60_000)).toEqual(
          one.sleeps.map(({ fromMs }) => fromMs),
        );
      }),
      { seed: 31, numRuns: 60 },
    );
  });

  it('every sleep stage counts as sleep', () => {
    expect([
      ...toLabels(parseStages(['w', 1], ['s', 1], ['l', 1], ['d', 1], ['r', 1], ['?', 1])),
    ]).toEqual([0, 1, 1, 1, 1, -1]);
  });
});
