import { describe, expect, it } from 'vitest';
import { type FileContent, readFileContent } from '../read-file.ts';
import type { Recording, RecordingStream } from '../recording.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { parseCsvTable } from './csv-table.ts';
import { parseTextTable } from './table-text.ts';

/** A series in the reference; sums are rounded to six decimals. */
type Series = {
  readonly n: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly sum?: number;
  readonly first10?: readonly number[];
  readonly fs_hz?: number;
};

function read(
  path: string,
  sampleRateHz?: number,
): { readonly content: FileContent; readonly recording: Recording } {
  const content = readFileContent({
    name: path,
    bytes: referenceBytes(path),
    ...(sampleRateHz === undefined ? {} : { sampleRateHz }),
  });
  if (content.kind !== 'recording') throw new Error(`${path} is not a recording`);
  return { content, recording: content.recording };
}

function expectSeries(stream: RecordingStream | undefined, reference: Series): void {
  const values = [...(stream?.samples.values ?? [])].filter((value) => !Number.isNaN(value));
  const sum = values.reduce((total, value) => total + value, 0);
  expect(values).toHaveLength(reference.n);
  expect([
    values.reduce((least, value) => Math.min(least, value), Infinity),
    values.reduce((most, value) => Math.max(most, value), -Infinity),
  ]).toEqual([expect.closeTo(reference.min, 5), expect.closeTo(reference.max, 5)]);
  expect(sum / values.length).toBeCloseTo(reference.mean, 5);
  if (reference.sum !== undefined) expect(Math.abs(sum - reference.sum)).toBeLessThanOrEqual(1e-5);
  for (const [index, value] of (reference.first10 ?? []).entries())
    expect(values[index]).toBeCloseTo(value, 5);
  if (reference.fs_hz !== undefined) expect(stream?.sampleRateHz).toBe(reference.fs_hz);
}

describe.skipIf(!hasReferenceData('multisensor-csv'))(
  'tables of many devices (skipped where the recordings are absent)',
  () => {
    type Files = {
      readonly 'bio_resting_5min_100hz.csv': { readonly columns: Readonly<Record<string, Series>> };
      readonly 'biosppy_acc.txt': { readonly axes: readonly Series[] };
      readonly 'biosppy_ecg.txt': Series;
      readonly 'biosppy_resp.txt': Series;
      readonly 'nova_resp.txt': { readonly fs_hz: number; readonly channels: readonly Series[] };
      readonly 'nova_switch.txt': { readonly fs_hz: number; readonly channels: readonly Series[] };
      readonly empatica_e4: Readonly<
        Record<
          string,
          {
            readonly start_utc: string;
            readonly fs_hz: number;
            readonly columns?: readonly Series[];
            readonly rows: number;
            readonly first3?: readonly (readonly number[])[];
          }
        >
      >;
      readonly 'condor_acttrust_test_sample_atr.txt': {
        readonly rows: number;
        readonly columns: readonly string[];
        readonly first_time: string;
        readonly epoch_s: number;
        readonly button_events: readonly string[];
        readonly TEMPERATURE_C: Series;
        readonly PIM_sum: number;
        readonly LIGHT_mean: number;
      };
    };
    const reference = hasReferenceData('multisensor-csv')
      ? referenceValues<Files>('multisensor-csv')
      : null;
    const folder = 'multisensor-csv';

    it('ECG, PPG and respiration match at a given rate', () => {
      const { recording } = read(`${folder}/bio_resting_5min_100hz.csv`, 100);
      for (const [label, series] of Object.entries(
        reference?.['bio_resting_5min_100hz.csv'].columns ?? {},
      ))
        expectSeries(
          recording.streams.find((stream) => stream.label === label),
          series,
        );
    });

    it('BioSPPy texts match, with rate, unit and labels from comments', () => {
      const acceleration = read(`${folder}/biosppy_acc.txt`).recording;
      expect(acceleration.streams.map(({ label, unit }) => [label, unit])).toEqual([
        ['acc_x', 'm/s^2'],
        ['acc_y', 'm/s^2'],
        ['acc_z', 'm/s^2'],
      ]);
      for (const [index, series] of (reference?.['biosppy_acc.txt'].axes ?? []).entries())
        expectSeries(acceleration.streams[index], series);
      for (const name of ['biosppy_ecg.txt', 'biosppy_resp.txt'] as const)
        if (reference !== null)
          expectSeries(read(`${folder}/${name}`).recording.streams[0], reference[name]);
    });

    it.each(['nova_resp.txt', 'nova_switch.txt'] as const)(
      '%s matches, with one series a line',
      (name) => {
        const { recording } = read(`${folder}/${name}`);
        for (const [index, series] of (reference?.[name].channels ?? []).entries())
          expectSeries(recording.streams[index], series);
        expect(recording.streams[0]?.sampleRateHz).toBe(reference?.[name].fs_hz);
      },
    );

    it.each(['ACC.csv', 'BVP.csv', 'EDA.csv', 'HR.csv', 'TEMP.csv'])(
      'Empatica %s matches',
      (name) => {
        const { recording } = read(`${folder}/empatica_e4/${name}`);
        expect(recording.startedAt).toBe(reference?.empatica_e4[name]?.start_utc);
        for (const [index, series] of (reference?.empatica_e4[name]?.columns ?? []).entries())
          expectSeries(recording.streams[index], series);
      },
    );

    it('Empatica intervals and presses match', () => {
      const [times, intervals] = read(`${folder}/empatica_e4/IBI.csv`).recording.streams;
      expect(times?.samples.values).toHaveLength(reference?.empatica_e4['IBI.csv']?.rows ?? 0);
      expect(
        [0, 1, 2].map((row) => [times?.samples.values[row], intervals?.samples.values[row]]),
      ).toEqual(reference?.empatica_e4['IBI.csv']?.first3);
      expect(read(`${folder}/empatica_e4/tags.csv`).recording).toMatchObject({
        annotations: [],
        streams: [],
        problems: [],
      });
    });

    it('Condor ActTrust with its button matches', () => {
      const own = reference?.['condor_acttrust_test_sample_atr.txt'];
      const { content, recording } = read(`${folder}/condor_acttrust_test_sample_atr.txt`);
      const stream = (label: string): RecordingStream | undefined =>
        recording.streams.find((each) => each.label === label);
      expect(content).toMatchObject({ formatName: 'Condor ActTrust' });
      expect(recording).toMatchObject({
        startedAt: own?.first_time.replace(' ', 'T'),
        problems: [],
        gaps: [],
      });
      expect(
        parseCsvTable(referenceBytes(`${folder}/condor_acttrust_test_sample_atr.txt`)).columns.map(
          ({ name }) => name,
        ),
      ).toEqual(own?.columns);
      expect(stream('PIM')?.samples.values).toHaveLength(own?.rows ?? 0);
      expect(stream('PIM')?.sampleRateHz).toBe(1 / (own?.epoch_s ?? 0));
      expect(
        [...(stream('PIM')?.samples.values ?? [])].reduce((sum, value) => sum + value, 0),
      ).toBe(own?.PIM_sum);
      expectSeries(stream('TEMPERATURE'), {
        ...(own?.TEMPERATURE_C ?? { min: 0, max: 0, mean: 0 }),
        n: own?.rows ?? 0,
      });
      const pressed = recording.annotations
        .filter(({ text }) => text === 'EVENT')
        .map(({ onsetSeconds }) =>
          new Date(Date.parse(`${recording.startedAt}Z`) + onsetSeconds * 1000)
            .toISOString()
            .slice(0, 19)
            .replace('T', ' '),
        );
      expect(pressed).toEqual(own?.button_events);
    });
  },
);

describe.skipIf(!hasReferenceData('csv-cp932'))(
  'a download of the Japan Meteorological Agency (skipped where the recordings are absent)',
  () => {
    type File = {
      readonly header_lines: readonly string[];
      readonly data_rows: number;
      readonly first_row: readonly string[];
      readonly last_row: readonly string[];
      readonly mean_temperature_C: Series;
    };
    const name = 'jma_tokyo_daily_2006-2017.csv';

    it('text in CP932, days and temperatures match', () => {
      const reference = referenceValues<Record<string, File>>('csv-cp932')[name];
      const bytes = referenceBytes(`csv-cp932/${name}`);
      const { rows, encoding, problems } = parseTextTable(bytes);
      expect([encoding, problems]).toEqual(['shift_jis', []]);
      expect(rows[0]?.[0]).toBe(reference?.header_lines[0]);
      expect([rows.at(-(reference?.data_rows ?? 0)), rows.at(-1)]).toEqual([
        reference?.first_row,
        reference?.last_row,
      ]);
      const { recording } = read(`csv-cp932/${name}`);
      expect(recording).toMatchObject({ startedAt: '2006-01-01T00:00:00', gaps: [], problems: [] });
      expect(recording.streams[0]).toMatchObject({
        label: '東京 平均気温(℃)',
        unit: '℃',
        sampleRateHz: 1 / 86_400,
      });
      if (reference !== undefined) expectSeries(recording.streams[0], reference.mean_temperature_C);
    });
  },
);

describe.skipIf(!hasReferenceData('ecg-resp-bidmc'))(
  'numerics of a bedside monitor (skipped where the recordings are absent)',
  () => {
    type Monitor = {
      readonly numerics_1hz: Readonly<
        Record<
          string,
          {
            readonly mean: number;
            readonly min: number;
            readonly max: number;
            readonly missing: number;
          }
        >
      >;
    };

    it.each(['bidmc_01', 'bidmc_05'])(
      '%s matches in every column, including missing values',
      (name) => {
        const { recording } = read(`ecg-resp-bidmc/${name}_Numerics.csv`);
        for (const [label, { missing, ...series }] of Object.entries(
          referenceValues<Record<string, Monitor>>('ecg-resp-bidmc')[name]?.numerics_1hz ?? {},
        )) {
          const stream = recording.streams.find((each) => each.label === label);
          expect(stream?.sampleRateHz).toBe(1);
          expectSeries(stream, { ...series, n: (stream?.samples.values.length ?? 0) - missing });
        }
      },
    );
  },
);
