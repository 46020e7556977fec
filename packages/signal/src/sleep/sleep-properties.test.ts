import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HypnogramStage, sleepBounds } from './sleep-bounds.ts';
import { type SleepStatistics, sleepStatistics } from './sleep-statistics.ts';

const seeded = { seed: 2012, numRuns: 200 };
const names: Record<string, HypnogramStage> = {
  W: 'W',
  1: 'N1',
  2: 'N2',
  3: 'N3',
  R: 'R',
  S: 'S',
  '?': '?',
};
const parseStages = (letters: string): HypnogramStage[] =>
  Array.from(letters, (letter) => names[letter] ?? '?');
/** Nights made of realistic runs. */
const arbitraryNight = (...letters: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...letters), fc.integer({ min: 1, max: 25 })), {
      maxLength: 20,
      size: 'max',
    })
    .map((runs) => runs.map(([letter, times]) => letter.repeat(times)).join(''));
const nights = arbitraryNight('W', 'W', 'W', '1', '2', '3', 'R', 'S', '?', '?');
const knownNights = arbitraryNight('W', 'W', '1', '2', '3', 'R', 'S');
const figures = ['TST', 'SE', 'SPT', 'SOL', 'WASO', 'WASOinSPT'] as const;

/** Every string of these letters with this length. */
const everyNight = (letters: string, length: number): string[] =>
  length === 0
    ? ['']
    : everyNight(letters, length - 1).flatMap((night) =>
        Array.from(letters, (letter) => night + letter),
      );
const backwards = (night: string) => Array.from(night).toReversed().join('');
const fillings = (night: string): string[] =>
  night.includes('?')
    ? ['W', '2'].flatMap((letter) => fillings(night.replace('?', letter)))
    : [night];
/**
 * A figure as the bounds count it: without sleep there is no sleep period and no wake after it, and
 * the latency is the whole time in bed.
 */
const counted = (night: SleepStatistics, figure: (typeof figures)[number]) =>
  night[figure] ?? (figure === 'SOL' ? night.TIB : 0);

describe('sleepBounds', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'covers exactly the extremes over all fillings, for every night of %d epochs',
    (length) => {
      for (const night of everyNight('W2?', length)) {
        const filled = fillings(night).map((one) => sleepStatistics(parseStages(one), 60));
        const reach = (values: number[]) => ({
          least: Math.min(...values),
          most: Math.max(...values),
        });
        const expected = Object.fromEntries(
          figures.map((figure) => [figure, reach(filled.map((one) => counted(one, figure)))]),
        );
        expect([night, sleepBounds(parseStages(night), 60)]).toEqual([night, expected]);
      }
    },
  );

  it('returns the figures themselves when every epoch is known', () => {
    fc.assert(
      fc.property(knownNights, (letters) => {
        const night = sleepStatistics(parseStages(letters), 30);
        for (const figure of figures)
          expect([figure, night.bounds[figure]]).toEqual([
            figure,
            { least: counted(night, figure), most: counted(night, figure) },
          ]);
      }),
      seeded,
    );
  });

  it('narrows as more epochs become known', () => {
    fc.assert(
      fc.property(
        nights.filter((night) => night.includes('?')),
        fc.nat(),
        fc.constantFrom('W', '2', 'R'),
        (letters, place, told) => {
          const holes = Array.from(letters).flatMap((letter, epoch) =>
            letter === '?' ? [epoch] : [],
          );
          const at = holes[place % holes.length] ?? 0;
          const findBounds = (night: string) => sleepBounds(parseStages(night), 30);
          const before = findBounds(letters);
          const after = findBounds(letters.slice(0, at) + told + letters.slice(at + 1));
          for (const figure of figures) {
            expect(after[figure].least).toBeGreaterThanOrEqual(before[figure].least);
            expect(after[figure].most).toBeLessThanOrEqual(before[figure].most);
          }
        },
      ),
      seeded,
    );
  });

  it('spans the whole night when no epoch is known', () => {
    const { TST, SE, SOL, SPT } = sleepBounds(parseStages('?'.repeat(960)), 30);
    expect({ TST, SE, SOL, SPT }).toEqual({
      TST: { least: 0, most: 480 },
      SE: { least: 0, most: 100 },
      SOL: { least: 0, most: 480 },
      SPT: { least: 0, most: 480 },
    });
  });
});

describe('sleepStatistics', () => {
  it('divides the whole time in bed', () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const night = sleepStatistics(parseStages(letters), 30);
        const { stageMinutes, TIB, TST, WASO, WASOinSPT, SPT, SOL } = night;
        expect(Object.values(stageMinutes).reduce((sum, minutes) => sum + minutes, 0)).toBe(TIB);
        expect(TST + stageMinutes.W + stageMinutes['?']).toBe(TIB);
        if (SOL === null || WASO === null || WASOinSPT === null) return;
        const onset = letters.search(/[^W?]/);
        const end = letters.length - backwards(letters).search(/[^W?]/);
        const unknown = (text: string) => (text.match(/\?/g) ?? []).length / 2;
        expect(TST + WASO + unknown(letters.slice(onset))).toBe(TIB - SOL);
        expect(TST + WASOinSPT + unknown(letters.slice(onset, end))).toBe(SPT);
        expect(SOL + SPT).toBe(end / 2);
      }),
      seeded,
    );
  });

  it('stays within its bounds for any unknown epochs', () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const night = sleepStatistics(parseStages(letters), 30);
        for (const figure of figures) {
          const value = counted(night, figure);
          expect(value).toBeGreaterThanOrEqual(night.bounds[figure].least);
          expect(value).toBeLessThanOrEqual(night.bounds[figure].most);
        }
      }),
      seeded,
    );
  });

  it('does not depend on the length of an epoch', () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const halves = letters.replaceAll(/./g, '$&$&');
        // Bounds may differ: half an unknown epoch can differ from the other half.
        const { bounds, ...whole } = sleepStatistics(parseStages(letters), 30);
        expect(sleepStatistics(parseStages(halves), 15)).toMatchObject(whole);
        expect(sleepStatistics(parseStages(halves), 15).bounds.TST).toEqual(bounds.TST);
      }),
      seeded,
    );
  });

  it('keeps the undirected figures of a night in reverse', () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const one = sleepStatistics(parseStages(letters), 30);
        const other = sleepStatistics(parseStages(backwards(letters)), 30);
        for (const figure of [
          'TIB',
          'TST',
          'SPT',
          'SE',
          'SME',
          'WASOinSPT',
          'awakenings',
          'coverage',
        ] as const)
          expect([figure, other[figure]]).toEqual([figure, one[figure]]);
        expect(other.bounds.SPT).toEqual(one.bounds.SPT);
        expect(other.bounds.WASOinSPT).toEqual(one.bounds.WASOinSPT);
      }),
      seeded,
    );
  });

  it('counts awakenings and persistent sleep like patterns on the letters', () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const night = sleepStatistics(parseStages(letters), 30);
        const woken = letters.replaceAll('?', '').replace(/^W+/, '').replace(/W+$/, '');
        expect(night.awakenings).toBe((woken.match(/W+/g) ?? []).length);
        const persistent = letters.search(/[^W?]{20}/);
        expect(night.LPS).toBe(persistent < 0 ? null : persistent / 2);
      }),
      seeded,
    );
  });

  it("gives each stage's share of sleep, including sleep without a stage", () => {
    fc.assert(
      fc.property(nights, (letters) => {
        const { stagePercent, stageMinutes, TST } = sleepStatistics(parseStages(letters), 30);
        const shares = Object.values(stagePercent);
        if (TST === 0) expect(shares).toEqual([null, null, null, null]);
        else
          expect(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)).toBeCloseTo(
            100 - (100 * stageMinutes.S) / TST,
            9,
          );
      }),
      seeded,
    );
  });

  it('measures REM latency from sleep onset, not from lights out', () => {
    const latency = (before: string) =>
      sleepStatistics(parseStages(`${before}1122RR2R`), 30).REMLatency;
    expect([latency(''), latency('WWWW'), latency('?????')]).toEqual([2, 2, 2]);
    expect(sleepStatistics(parseStages('WRR22'), 30).REMLatency).toBe(0);
    expect(sleepStatistics(parseStages('22SS'), 30).REMLatency).toBeNull();
  });

  it('counts only respiratory events, per hour of sleep', () => {
    const hour = parseStages('2'.repeat(60) + 'W'.repeat(60) + '2'.repeat(60));
    const perHour = (...kinds: string[]) =>
      sleepStatistics(
        hour,
        30,
        kinds.map((kind) => ({ kind, onsetSeconds: 0, durationSeconds: 10 })),
      ).eventsPerHour;
    expect(perHour('apnea', 'hypopnea', 'OA', 'HYP-C')).toBe(4);
    expect(
      perHour(
        'LM',
        'plms',
        'Arousal',
        'snore',
        'desaturation',
        'SpO2 artifact',
        'lights out',
        ' mt ',
        'bed exit',
        'gap',
      ),
    ).toBe(0);
  });
});
