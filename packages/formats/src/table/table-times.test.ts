import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvColumn } from './table-head.ts';
import { secondsTimes, tableTimes, timeSteps } from './table-times.ts';

const numbers = (name: string, ...values: readonly number[]): CsvColumn => ({
  name,
  values: Float64Array.from(values),
  texts: null,
});
const words = (name: string, ...texts: readonly string[]): CsvColumn => ({
  name,
  values: new Float64Array(texts.length).fill(Number.NaN),
  texts,
});
const parseSeconds = (...columns: readonly CsvColumn[]): number[] | null => {
  const times = tableTimes(columns);
  return times === null ? null : [...times.seconds];
};

describe('tableTimes', () => {
  it('counts a column of dates with times from the first row', () => {
    expect(
      tableTimes([
        numbers('x', 1, 2),
        words('when', '2024-02-28 23:59:30', '2024-02-29 00:00:00.5'),
      ]),
    ).toMatchObject({
      startedAt: '2024-02-28T23:59:30',
      seconds: Float64Array.of(0, 30.5),
      columns: [{ name: 'when' }],
    });
  });

  it('continues across the end of daylight saving time with UTC offsets, and jumps without them', () => {
    expect(
      parseSeconds(
        words(
          'when',
          '2024-10-27T02:59:59+02:00',
          '2024-10-27T02:00:00+01:00',
          '2024-10-27T02:00:01+01:00',
        ),
      ),
    ).toEqual([0, 1, 2]);
    expect(
      parseSeconds(words('when', '2024-03-31T01:59:59+0100', '2024-03-31T03:00:00+0200')),
    ).toEqual([0, 1]);
    expect(parseSeconds(words('when', '2024-10-27 02:59:59', '2024-10-27 02:00:00'))).toEqual([
      0, -3599,
    ]);
  });

  it('takes the start from local time in any zone', () => {
    expect(
      tableTimes([words('when', '2024-01-01T08:30:00+09:00', '2024-01-01T08:30:01+09:00')])
        ?.startedAt,
    ).toBe('2024-01-01T08:30:00');
  });

  it('combines a date with the time of day next to it, across midnight', () => {
    const found = tableTimes([
      words('Date', '31/12/23', '31/12/23', '01/01/24'),
      words('Clock', '23:59:59', '', '00:00:01'),
      numbers('x', 1, 2, 3),
    ]);
    expect(found?.columns.map(({ name }) => name)).toEqual(['Date', 'Clock']);
    expect(found).toMatchObject({
      startedAt: '2023-12-31T23:59:59',
      seconds: Float64Array.of(0, -86_399, 2),
    });
  });

  it('gives NaN in rows without a time, and starts at the first row with one', () => {
    expect(
      tableTimes([
        words(
          'when',
          '',
          '2024-01-01 00:00:10',
          'broken',
          '2024-02-30 00:00:12',
          '2024-01-01 00:00:13',
        ),
      ]),
    ).toMatchObject({
      startedAt: '2024-01-01T00:00:10',
      seconds: Float64Array.of(Number.NaN, 0, Number.NaN, Number.NaN, 3),
    });
  });

  it.each([
    ['time'],
    ['Time (s)'],
    ['timestamp'],
    ['t'],
    ['Elapsed'],
    ['Zeit [s]'],
    ['時刻'],
    ['経過時間(秒)'],
  ])('finds a column of increasing seconds named %s', (name) => {
    expect(tableTimes([numbers('x', 5, 4, 3), numbers(name, 10, 10.5, 11)])).toMatchObject({
      startedAt: null,
      seconds: Float64Array.of(0, 0.5, 1),
    });
  });

  it.each<[string, CsvColumn]>([
    ['a column of another name', numbers('temperature', 1, 2, 3)],
    ['a decreasing column', numbers('time', 1, 3, 2)],
    ['a constant column', numbers('time', 4, 4, 4)],
    ['one row', numbers('time', 1)],
    ['words', words('time', 'soon', 'later')],
  ])('finds no times in %s', (_what, column) => {
    expect(tableTimes([column])).toBeNull();
  });

  it('reads Unix times in seconds, milliseconds, microseconds and nanoseconds alike', () => {
    const found = [1, 1e3, 1e6, 1e9].map((parts) =>
      secondsTimes(
        numbers('timestamp', 1_560_279_825 * parts, 1_560_279_825.5 * parts, 1_560_279_827 * parts),
      ),
    );
    for (const { startedAt, seconds } of found) {
      expect(startedAt).toBe('2019-06-11T19:03:45');
      expect([...seconds]).toEqual([0, 0.5, 2]);
    }
  });

  it('counts a given column from its first number, with NaN for missing ones', () => {
    expect(secondsTimes(numbers('n', Number.NaN, 7, 8.5))).toMatchObject({
      startedAt: null,
      seconds: Float64Array.of(Number.NaN, 0, 1.5),
    });
  });
});

describe('timeSteps', () => {
  const steps = (...seconds: readonly number[]) => timeSteps(Float64Array.from(seconds));

  it('finds the rate of even steps of any length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0.25, 1, 8, 30, 60, 86_400),
        fc.integer({ min: 2, max: 200 }),
        fc.nat(100),
        (step, rows, start) => {
          const even = steps(...Array.from({ length: rows }, (_, row) => start + row * step));
          expect(even).toEqual({
            sampleRateHz: expect.closeTo(1 / step, 9),
            gaps: [],
            problems: [],
          });
        },
      ),
      { seed: 8, numRuns: 100 },
    );
  });

  it('finds the rate despite few digits', () => {
    const rounded = Array.from({ length: 500 }, (_, row) => Math.round((row * 100) / 128) / 100);
    expect(timeSteps(Float64Array.from(rounded))?.sampleRateHz).toBeCloseTo(128, 0);
    expect(timeSteps(Float64Array.from(rounded))?.gaps).toEqual([]);
  });

  it('reports a gap for a step of more than one and a half periods, from the end of its last row to the start of the next', () => {
    expect(steps(0, 1, 2, 3.5, 4.5)?.gaps).toEqual([]);
    expect(steps(10, 11, 12, 62, 63, 64, 70)).toMatchObject({
      sampleRateHz: 1,
      gaps: [
        { startSeconds: 3, endSeconds: 52, recordedSeconds: 3 },
        { startSeconds: 55, endSeconds: 60, recordedSeconds: 6 },
      ],
    });
  });

  it('accounts for all time: recorded time and gaps add up to the whole', () => {
    const holes = fc.array(
      fc.tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 3, max: 50 })),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(holes, (runs) => {
        const seconds: number[] = [];
        let now = 0;
        for (const [rows, pause] of runs) {
          for (let row = 0; row < rows; row++) seconds.push(now++);
          now += pause;
        }
        const found = timeSteps(Float64Array.from(seconds));
        const missing = (found?.gaps ?? []).reduce(
          (sum, gap) => sum + gap.endSeconds - gap.startSeconds,
          0,
        );
        expect(missing + seconds.length).toBeCloseTo((seconds.at(-1) ?? 0) + 1, 9);
        expect(found?.gaps.map(({ recordedSeconds }) => recordedSeconds)).toEqual(
          runs
            .slice(0, -1)
            .map((_, index) => runs.slice(0, index + 1).reduce((sum, [rows]) => sum + rows, 0)),
        );
      }),
      { seed: 9, numRuns: 100 },
    );
  });

  it('reports the row of the first step back', () => {
    expect(steps(0, 1, 2, 1, 2, 3)?.problems).toMatchObject([
      { code: 'badTime', message: 'row 4 is earlier than the previous row' },
    ]);
  });

  it('returns null if no row is later than the previous one', () => {
    expect([
      steps(),
      steps(5),
      steps(5, 5, 5),
      steps(3, 2, 1),
      steps(Number.NaN, Number.NaN),
    ]).toEqual([null, null, null, null, null]);
  });
});
