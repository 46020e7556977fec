import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sleepPeriods } from './sleep-periods.ts';

const parseLabels = (text: string) =>
  Int8Array.from(text, (letter) => (letter === 'S' ? 1 : letter === 'W' ? 0 : -1));
const nights = fc
  .array(fc.tuple(fc.constantFrom('S', 'S', 'W', 'W', '?'), fc.integer({ min: 1, max: 7 })), {
    maxLength: 25,
    size: 'max',
  })
  .map((runs) => runs.map(([letter, times]) => letter.repeat(times)).join(''));
const limits = fc.record({
  minutesToSleep: fc.integer({ min: 1, max: 4 }),
  minutesToWake: fc.integer({ min: 1, max: 5 }),
});
const anyLength = { shortest: 0, longest: 10_000 };
const seeded = { seed: 2014, numRuns: 250 };

describe('sleepPeriods', () => {
  it('finds the same periods as a regular expression on the letters', () => {
    fc.assert(
      fc.property(nights, limits, (night, { minutesToSleep, minutesToWake }) => {
        const pattern = new RegExp(`S{${minutesToSleep},}[SW?]*?(?=W{${minutesToWake}})`, 'g');
        const expected = [...night.matchAll(pattern)].map((match) => [
          match.index,
          match.index + match[0].length,
        ]);
        const found = sleepPeriods(parseLabels(night), [], {
          minutesToSleep,
          minutesToWake,
          ...anyLength,
        });
        expect(found.map(({ fromMinute, toMinute }) => [fromMinute, toMinute])).toEqual(expected);
      }),
      seeded,
    );
  });

  it('derives the figures from the minutes and bouts within the period', () => {
    fc.assert(
      fc.property(nights, limits, (night, options) => {
        for (const period of sleepPeriods(parseLabels(night), [], { ...options, ...anyLength })) {
          const text = night.slice(period.fromMinute, period.toMinute);
          expect(period.minutesAsleep).toBe(text.replaceAll(/[^S]/g, '').length);
          expect(period.minutesAwake).toBe(text.replaceAll(/[^W]/g, '').length);
          expect(period.awakenings).toBe((text.match(/W+/g) ?? []).length);
          const bouts = text.match(/S+/g) ?? [];
          expect(period.fragmentationIndex).toBeCloseTo(
            (100 * bouts.filter((bout) => bout.length === 1).length) / bouts.length,
            9,
          );
        }
      }),
      seeded,
    );
  });

  it('computes the movement index from the minutes within the period', () => {
    const night = `WWW${'S'.repeat(10)}WWWW`;
    const counts = Array.from(night, (_, minute) =>
      minute < 3 || minute > 12 || minute === 5 || minute === 8 ? 9 : 0,
    );
    const [period] = sleepPeriods(parseLabels(night), counts, {
      minutesToSleep: 3,
      minutesToWake: 4,
      shortest: 5,
    });
    expect(period).toMatchObject({ fromMinute: 3, toMinute: 13, movementIndex: 20 });
  });

  it('treats both limits of the length as inclusive', () => {
    const night = parseLabels(`${'S'.repeat(160)}${'W'.repeat(10)}`);
    const count = (options: object) => sleepPeriods(night, [], options).length;
    expect([
      count({}),
      count({ shortest: 161 }),
      count({ longest: 160 }),
      count({ longest: 159 }),
    ]).toEqual([1, 0, 1, 0]);
  });

  it('does not merge an excluded period with the next one', () => {
    const found = sleepPeriods(parseLabels('SSSSWWWWSSSSSSSSWWWW'), [], {
      minutesToSleep: 3,
      minutesToWake: 4,
      shortest: 5,
    });
    expect(found.map(({ fromMinute, toMinute }) => [fromMinute, toMinute])).toEqual([[8, 16]]);
  });

  it('requires exactly the given number of moving minutes', () => {
    const night = parseLabels(`${'S'.repeat(20)}WWWW`);
    const counts = Array.from({ length: 24 }, (_, minute) => (minute % 5 === 0 ? 3 : 0));
    const count = (minMoving: number) =>
      sleepPeriods(night, counts, { minutesToSleep: 3, minutesToWake: 4, shortest: 5, minMoving })
        .length;
    expect([count(4), count(5)]).toEqual([1, 0]);
  });
});
