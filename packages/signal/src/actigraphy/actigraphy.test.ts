import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { sharedText } from '../testing/shared-recordings.ts';
import { scoreActiware } from './actiware.ts';
import { scoreColeKripke } from './cole-kripke.ts';
import { scoreSadeh } from './sadeh.ts';
import { type SleepPeriod, sleepPeriods } from './sleep-periods.ts';
import { labelLetters } from './sleep-wake-labels.ts';

const letters = (labels: Int8Array) => labelLetters(labels).join('');

describe.each([
  ['Sadeh', scoreSadeh],
  ['Cole-Kripke', scoreColeKripke],
])('%s', (_, score) => {
  it('labels stillness as sleep and movement as wake', () => {
    const counts = [
      ...Array.from({ length: 30 }, () => 0),
      ...Array.from({ length: 20 }, () => 4000),
      ...Array.from({ length: 30 }, () => 0),
    ];
    const scored = letters(score(counts));
    expect(scored.slice(0, 20)).toBe('S'.repeat(20));
    expect(scored.slice(32, 48)).toBe('W'.repeat(16));
    expect(scored.slice(-20)).toBe('S'.repeat(20));
  });

  it('labels a missing minute as unknown and its neighbours by the measured minutes', () => {
    const counts = Array.from({ length: 40 }, () => 0);
    counts[20] = Number.NaN;
    const scored = letters(score(counts));
    expect(scored[20]).toBe('?');
    expect(scored.replaceAll('?', '')).toBe('S'.repeat(39));
  });

  it('labels minutes between long gaps as unknown', () => {
    const counts = Array.from({ length: 41 }, () => Number.NaN);
    counts[20] = 5;
    expect(letters(score(counts))).toBe('?'.repeat(41));
  });

  it('scales a partly measured window up to the whole window', () => {
    const busy = Array.from({ length: 30 }, () => 700);
    const holes = busy.map((count, i) => (i === 12 || i === 14 ? Number.NaN : count));
    expect(letters(score(holes)).replaceAll('?', '')).toBe('W'.repeat(28));
  });

  it('treats a negative count as not measured and returns nothing for an empty recording', () => {
    expect(letters(score([-1]))).toBe('?');
    expect(score([])).toHaveLength(0);
  });
});

describe('sleepPeriods', () => {
  const parseLabels = (text: string) =>
    Int8Array.from(text, (letter) => (letter === 'S' ? 1 : letter === 'W' ? 0 : -1));
  const options = { minutesToSleep: 3, minutesToWake: 4, shortest: 5 };

  it('opens a period after three minutes asleep and closes it after four awake', () => {
    const text = 'WSSWSSSSWWSSWWWWSS';
    const [period] = sleepPeriods(
      parseLabels(text),
      Array.from(text, (letter) => (letter === 'W' ? 50 : 0)),
      options,
    );
    expect(period).toEqual({
      fromMinute: 4,
      toMinute: 12,
      minutesAsleep: 6,
      minutesAwake: 2,
      awakenings: 1,
      movementIndex: 25,
      fragmentationIndex: 0,
    });
  });

  it('does not close a period in unknown minutes or at the end of the recording', () => {
    expect(sleepPeriods(parseLabels('SSSWW???WWSSSWWWW'), [], options)[0]).toMatchObject({
      fromMinute: 0,
      toMinute: 13,
      minutesAsleep: 6,
      minutesAwake: 4,
    });
    expect(sleepPeriods(parseLabels('WSSSSSSSSW'), [], options)).toEqual([]);
  });

  it('excludes a device on a table if a minimum of movement is required', () => {
    expect(
      sleepPeriods(
        parseLabels(`${'S'.repeat(20)}WWWW`),
        Array.from({ length: 24 }, () => 0),
        { ...options, minMoving: 1 },
      ),
    ).toEqual([]);
  });
});

describe('scoreActiware', () => {
  it('weights the epochs around by their distance in seconds', () => {
    const single = (length: number, at: number, count: number) =>
      Float64Array.from({ length }, (_, i) => (i === at ? count : 0));
    expect(letters(scoreActiware(single(9, 4, 201), { epochSeconds: 30 }))).toBe('SSWWWWWSS');
    expect(letters(scoreActiware(single(9, 4, 39), { epochSeconds: 60 }))).toBe('S'.repeat(9));
    expect(letters(scoreActiware(single(9, 4, 41), { epochSeconds: 60 }))).toBe('SSSSWSSSS');
    expect(letters(scoreActiware(single(9, 4, 21), { epochSeconds: 30, wakeOver: 20 }))).toBe(
      'SSSSWSSSS',
    );
  });

  it('labels a missing epoch as unknown', () => {
    expect(letters(scoreActiware([0, Number.NaN, 100], { epochSeconds: 30 }))).toBe('S?W');
  });
});

interface VendorPeriod {
  n_bedtime_start: number;
  n_wake_time_end: number;
  min_sleep_period: number;
  min_nonzero_epochs: number;
  in_bed_time: string;
  out_bed_time: string;
  total_sleep_time: number;
  wake_after_onset: number;
  nb_awakenings: number;
  movement_index: number;
  fragmentation_index: number;
}

describe.skipIf(!hasRecordings)(`figure A4, the vendor's labels${WHY_SKIPPED}`, () => {
  const folder = 'actigraphy-actigraph';
  const rows = hasRecordings
    ? sharedText(`${folder}/GT3XPlus-RawData-Day01-sleep-awake.csv`)
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.replaceAll('"', '').split(','))
    : [];
  const counts = rows.map((row) => Number(row[1]));

  it.each([
    ['Sadeh', scoreSadeh, 4],
    ['Cole-Kripke', scoreColeKripke, 5],
  ])('%s reproduces every label of the day', (_, score, column) => {
    const vendor = rows.map((row) => row[column]).join('');
    expect(vendor.length).toBeGreaterThanOrEqual(1440);
    expect(letters(score(counts))).toBe(vendor);
  });

  it('every sleep period of ActiLife is found with its figures', () => {
    // The reference file is JSON of a known shape; a missing value fails the comparison.
    const { sleep_periods: vendor } = JSON.parse(sharedText(`${folder}/reference.json`)) as {
      sleep_periods: VendorPeriod[];
    };
    const labels = scoreSadeh(counts);
    const start = Date.parse(rows[0]?.[0] ?? '');
    for (const listed of vendor) {
      const periods = sleepPeriods(labels, counts, {
        minutesToSleep: listed.n_bedtime_start,
        minutesToWake: listed.n_wake_time_end,
        shortest: listed.min_sleep_period,
        minMoving: listed.min_nonzero_epochs,
      });
      const toMinuteIndex = (time: string) => (Date.parse(time) - start) / 60_000;
      const ours = periods.find(
        ({ fromMinute }) => fromMinute === toMinuteIndex(listed.in_bed_time),
      );
      expect(ours && rounded(ours)).toEqual({
        toMinute: toMinuteIndex(listed.out_bed_time),
        minutesAsleep: listed.total_sleep_time,
        minutesAwake: listed.wake_after_onset,
        awakenings: listed.nb_awakenings,
        movementIndex: listed.movement_index.toFixed(2),
        fragmentationIndex: listed.fragmentation_index.toFixed(2),
      });
    }
  });

  it.each([
    ['test_sample_rpx_eng.csv', 3, 6],
    ['test_sample_rpx_ger_no_light.csv', 4, 6],
  ])("Actiware's labels are reproduced from the activity in %s", (file, activity, label) => {
    const lines = [
      ...sharedText(`actigraphy-actiware/${file}`).matchAll(
        /^"\d+","[\d/.]+","[\d:]+","(?:\d|NaN|kZ).*"[A-Z-]{4,}",?$/gm,
      ),
    ].map(([line]) =>
      line.split(/,(?=")/).map((cell) => cell.replaceAll('"', '').replace(/,$/, '')),
    );
    const week = lines.map((cells) => Number(cells[activity]));
    const ours = scoreActiware(week, { epochSeconds: 30 });
    const differing = lines.flatMap((cells, i) =>
      cells[label] === '0' || cells[label] === '1'
        ? [Number(cells[label] === '0') !== ours[i] ? 1 : 0]
        : [],
    );
    expect(differing.length).toBeGreaterThan(10_000);
    expect(differing.reduce<number>((sum, one) => sum + one, 0)).toBe(0);
  });
});

function rounded({
  toMinute,
  minutesAsleep,
  minutesAwake,
  awakenings,
  movementIndex,
  fragmentationIndex,
}: SleepPeriod) {
  return {
    toMinute,
    minutesAsleep,
    minutesAwake,
    awakenings,
    movementIndex: movementIndex.toFixed(2),
    fragmentationIndex: fragmentationIndex.toFixed(2),
  };
}
