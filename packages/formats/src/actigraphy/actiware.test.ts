import { describe, expect, it } from 'vitest';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { readActiware } from './actiware.ts';
import { actiwareNights } from './actiware-nights.ts';

const quoted = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`).join('');

/**
 * An export of six epochs: two awake, three in bed of which two are in the sleep interval, one
 * excluded.
 */
const anExport = (epochs: readonly (readonly string[])[]): string =>
  `\uFEFF${quoted([
    ['Actiware Export File  (Version 05.00 )'],
    ['-------------------- Subject Properties--------------------'],
    ['Identity:', 'A'],
    ['------------------------ Statistics ------------------------'],
    ['Interval Type', 'Interval#', ''],
    ['', '', ''],
    ['REST', '1', ''],
    ['-------------------- Epoch-by-Epoch Data -------------------'],
    ['Column Title', 'Notes'],
    ['------------------', '---------'],
    ['Line:', 'Line Number'],
    [
      'Line',
      'Date',
      'Time',
      'Activity',
      'Marker',
      'White Light',
      'Sleep/Wake',
      'Interval Status',
      '',
    ],
    ...epochs,
  ])}`;
const epochs = [
  ['1', '13/02/2024', '23:59:00', '12', '0', '1.5', '1', 'ACTIVE'],
  ['2', '13/02/2024', '23:59:30', '7', '1', '0.5', '1', 'REST'],
  ['3', '14/02/2024', '00:00:00', '0', '0', '0.00', '0', 'REST-S'],
  ['4', '14/02/2024', '00:00:30', '0', '0', '0.00', '1', 'REST-S'],
  ['5', '14/02/2024', '00:01:00', 'NaN', '0', 'NaN', 'NaN', 'EXCLUDED'],
];

describe('readActiware', () => {
  it('reads epochs as streams, text as runs, markers, and the sections', () => {
    const { recording, properties, statistics } = readActiware(anExport(epochs));
    expect(recording).toMatchObject({ startedAt: '2024-02-13T23:59:00', gaps: [], problems: [] });
    expect(
      recording.streams.map(({ label, sampleRateHz, samples }) => [
        label,
        sampleRateHz,
        [...samples.values],
      ]),
    ).toEqual([
      ['Activity', 1 / 30, [12, 7, 0, 0, Number.NaN]],
      ['Marker', 1 / 30, [0, 1, 0, 0, 0]],
      ['White Light', 1 / 30, [1.5, 0.5, 0, 0, Number.NaN]],
      ['Sleep/Wake', 1 / 30, [1, 1, 0, 1, Number.NaN]],
    ]);
    expect(recording.annotations).toContainEqual({
      onsetSeconds: 30,
      durationSeconds: null,
      text: 'Marker',
    });
    expect(recording.annotations).toContainEqual({
      onsetSeconds: 60,
      durationSeconds: 60,
      text: 'Interval Status: REST-S',
    });
    expect(properties.get('Identity')).toBe('A');
    expect(statistics).toEqual({ header: ['Interval Type', 'Interval#'], rows: [['REST', '1']] });
  });

  it('computes the times in bed', () => {
    expect(actiwareNights(readActiware(anExport(epochs)))).toEqual([
      {
        inBedAt: '2024-02-13T23:59:30',
        outOfBedAt: '2024-02-14T00:01:00',
        timeInBedMinutes: 1.5,
        sleepInBedMinutes: 0.5,
        wakeInBedMinutes: 1,
        sleep: {
          startsAt: '2024-02-14T00:00:00',
          endsAt: '2024-02-14T00:01:00',
          onsetLatencyMinutes: 0.5,
          totalSleepMinutes: 0.5,
          wakeAfterOnsetMinutes: 0.5,
          efficiencyPercent: 100 / 3,
        },
      },
    ]);
    expect(actiwareNights(readActiware(anExport(epochs.slice(0, 2))))).toMatchObject([
      { sleep: null },
    ]);
  });

  it('reports an export without epochs, and one with constant times', () => {
    expect(readActiware(anExport([])).recording).toMatchObject({
      streams: [],
      problems: [{ code: 'noSignals' }],
    });
    expect(
      readActiware(anExport(epochs.map((row) => row.with(1, 'soon')))).recording.problems.map(
        ({ code }) => code,
      ),
    ).toContain('badTime');
    expect(readActiware('').recording).toMatchObject({
      streams: [],
      problems: [{ code: 'noSignals' }],
    });
  });
});

type ExportReference = {
  readonly rows: number;
  readonly epoch_s: number;
  readonly first: string;
  readonly activity_sum: number;
  readonly activity_missing: number;
  readonly nights_from_epochs: readonly {
    readonly TIB_min: number;
    readonly TST_min: number;
    readonly SOL_min: number;
    readonly WASO_min: number;
    readonly in_bed: string;
  }[];
};

describe.skipIf(!hasReferenceData('actigraphy-actiware'))(
  'readActiware on exports of two languages (skipped where the recordings are absent)',
  () => {
    it.each(['test_sample_rpx_eng.csv', 'test_sample_rpx_ger_no_light.csv'])(
      '%s matches the reference in epochs, sums and every night',
      (name) => {
        const reference =
          referenceValues<Record<string, ExportReference>>('actigraphy-actiware')[name];
        const source = readActiware(referenceBytes(`actigraphy-actiware/${name}`));
        const [activity] = source.recording.streams.filter(({ label }) =>
          /^a[ck]tivit/i.test(label),
        );
        const values = [...(activity?.samples.values ?? [])];
        expect(values).toHaveLength(reference?.rows ?? 0);
        expect(activity?.sampleRateHz).toBe(1 / (reference?.epoch_s ?? 0));
        expect(source.recording.startedAt).toBe(reference?.first);
        expect(values.filter(Number.isNaN)).toHaveLength(reference?.activity_missing ?? 0);
        expect(
          values.filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0),
        ).toBe(reference?.activity_sum);
        expect(
          actiwareNights(source).map((night) => [
            night.inBedAt,
            night.timeInBedMinutes,
            night.sleep?.totalSleepMinutes,
            night.sleep?.onsetLatencyMinutes,
            night.sleep?.wakeAfterOnsetMinutes,
          ]),
        ).toEqual(
          reference?.nights_from_epochs.map((night) => [
            night.in_bed,
            night.TIB_min,
            night.TST_min,
            night.SOL_min,
            night.WASO_min,
          ]),
        );
      },
    );
  },
);
