import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvColumn } from './csv-column.ts';
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
const secondsOf = (...columns: readonly CsvColumn[]): number[] | null => {
  const times = tableTimes(columns);
  return times === null ? null : [...times.seconds];
};

describe('the times of a table', () => {
  it('are those of a column of dates with times, counted from the first', () => {
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

  it('go on over the end of summer time where each says how far it is from UTC, and jump where none does', () => {
    expect(
      secondsOf(
        words(
          'when',
          '2024-10-27T02:59:59+02:00',
          '2024-10-27T02:00:00+01:00',
          '2024-10-27T02:00:01+01:00',
        ),
      ),
    ).toEqual([0, 1, 2]);
    expect(
      secondsOf(words('when', '2024-03-31T01:59:59+0100', '2024-03-31T03:00:00+0200')),
    ).toEqual([0, 1]);
    expect(secondsOf(words('when', '2024-10-27 02:59:59', '2024-10-27 02:00:00'))).toEqual([
      0, -3599,
    ]);
  });

  it('take the clock of the place for the beginning, whatever its zone', () => {
    expect(
      tableTimes([words('when', '2024-01-01T08:30:00+09:00', '2024-01-01T08:30:01+09:00')])
        ?.startedAt,
    ).toBe('2024-01-01T08:30:00');
  });

  it('are made of a date and the time of day beside it, over midnight', () => {
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

  it('are not known in rows whose cell says none, and begin with the first that does', () => {
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
  ])('are a column of rising seconds that is called %s', (name) => {
    expect(tableTimes([numbers('x', 5, 4, 3), numbers(name, 10, 10.5, 11)])).toMatchObject({
      startedAt: null,
      seconds: Float64Array.of(0, 0.5, 1),
    });
  });

  it.each<[string, CsvColumn]>([
    ['a column of another name', numbers('temperature', 1, 2, 3)],
    ['one that falls', numbers('time', 1, 3, 2)],
    ['one that stands still', numbers('time', 4, 4, 4)],
    ['one row', numbers('time', 1)],
    ['words', words('time', 'soon', 'later')],
  ])('are not %s', (_what, column) => {
    expect(tableTimes([column])).toBeNull();
  });

  it('since 1970 are read in seconds and in their thousandths, millionths and billionths alike', () => {
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

  it('of a column that was named count from its first number, missing ones left open', () => {
    expect(secondsTimes(numbers('n', Number.NaN, 7, 8.5))).toMatchObject({
      startedAt: null,
      seconds: Float64Array.of(Number.NaN, 0, 1.5),
    });
  });
});

describe('the steps between times', () => {
  const steps = (...seconds: readonly number[]) => timeSteps(Float64Array.from(seconds));

  it('are even where they are, whatever their length', () => {
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

  it('are found behind the few digits that times are written with', () => {
    const rounded = Array.from({ length: 500 }, (_, row) => Math.round((row * 100) / 128) / 100);
    expect(timeSteps(Float64Array.from(rounded))?.sampleRateHz).toBeCloseTo(128, 0);
    expect(timeSteps(Float64Array.from(rounded))?.gaps).toEqual([]);
  });

  it('leave a gap where one is longer than one and a half, from when its last row ends to when the next begins', () => {
    expect(steps(0, 1, 2, 3.5, 4.5)?.gaps).toEqual([]);
    expect(steps(10, 11, 12, 62, 63, 64, 70)).toMatchObject({
      sampleRateHz: 1,
      gaps: [
        { startSeconds: 3, endSeconds: 52, recordedSeconds: 3 },
        { startSeconds: 55, endSeconds: 60, recordedSeconds: 6 },
      ],
    });
  });

  it('keep every row in its time: what was recorded and what is missing make up the whole', () => {
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

  it('name the first that goes back, by its row', () => {
    expect(steps(0, 1, 2, 1, 2, 3)?.problems).toMatchObject([
      { code: 'badTime', message: 'row 4 is earlier than the row before it' },
    ]);
  });

  it('are none where no row is later than the one before', () => {
    expect([
      steps(),
      steps(5),
      steps(5, 5, 5),
      steps(3, 2, 1),
      steps(Number.NaN, Number.NaN),
    ]).toEqual([null, null, null, null, null]);
  });
});
