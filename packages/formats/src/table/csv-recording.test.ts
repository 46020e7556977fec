import { describe, expect, it } from 'vitest';
import { readCsv } from './csv-recording.ts';
import { parseCsvTable } from './csv-table.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';

const fixed = (sampleRateHz: number) => ({ rate: { kind: 'fixed', sampleRateHz } as const });

describe('readCsv', () => {
  it('reads columns by name in the given order, and passes the start on', () => {
    const recording = readCsv('a, b,c\n1,2,3\n4,5,6\n', {
      ...fixed(50),
      columns: [' c', 'a'],
      startedAt: '2026-11-21T22:00:00',
    });
    expect(recording.streams.map((stream) => [stream.label, ...stream.samples.values])).toEqual([
      ['c', 3, 6],
      ['a', 1, 4],
    ]);
    expect(recording).toMatchObject({
      startedAt: '2026-11-21T22:00:00',
      gaps: [],
      annotations: [],
      problems: [],
    });
  });

  it('reads missing cells as NaN', () => {
    expect([...(readCsv('a,b\n1,2\n,3\n', fixed(1)).streams[0]?.samples.values ?? [])]).toEqual([
      1,
      Number.NaN,
    ]);
  });

  it('finds the rate of times with few digits', () => {
    const lines = Array.from(
      { length: 1_001 },
      (_, index) => `${(index / 125).toFixed(2)},${index}`,
    );
    const recording = readCsv(`t,x\n${lines.join('\n')}`, {
      rate: { kind: 'timeColumn', name: 't' },
    });
    expect(recording.streams[0]?.sampleRateHz).toBe(125);
    expect(recording.gaps).toEqual([]);
  });

  it('takes the rate from a time column and reports gaps', () => {
    const recording = readCsv('Time [s], X\n0,1\n0.008,2\n0.016,3\n1.016,4\n1.024,5\n', {
      rate: { kind: 'timeColumn', name: 'Time [s]' },
      units: { X: 'mV' },
    });
    expect(recording.streams).toEqual([
      {
        label: 'X',
        unit: 'mV',
        sampleRateHz: 125,
        samples: { kind: 'physical', values: Float64Array.of(1, 2, 3, 4, 5) },
      },
    ]);
    expect(recording.gaps).toHaveLength(1);
    expect(recording.gaps[0]?.recordedSeconds).toBeCloseTo(0.024);
    expect(recording.gaps[0]?.endSeconds).toBeCloseTo(1.016);
  });

  it('reports missing columns and invalid rates', () => {
    expect(readCsv('a\n1\n', { ...fixed(1), columns: ['b'] }).problems).toMatchObject([
      { code: 'badHeader' },
    ]);
    expect(readCsv('a\n1\n', fixed(0)).problems).toMatchObject([{ code: 'badRate' }]);
    expect(readCsv('a\n1\n', { rate: { kind: 'timeColumn', name: 't' } }).problems).toMatchObject([
      { code: 'badRate' },
    ]);
    expect(
      readCsv('t\n1\n1\n', { rate: { kind: 'timeColumn', name: 't' } }).problems,
    ).toMatchObject([{ code: 'badRate' }]);
  });
});

type ColumnReference = {
  readonly n: number;
  readonly sum: number;
  readonly first10: readonly number[];
};

function expectColumn(
  values: ArrayLike<number> | undefined,
  n: number,
  reference: Omit<ColumnReference, 'n'>,
): void {
  expect(values).toHaveLength(n);
  const all = Array.from(values ?? []);
  for (const [index, value] of reference.first10.entries())
    expect(all[index]).toBeCloseTo(value, 5);
  expect(Math.abs(all.reduce((sum, value) => sum + value, 0) - reference.sum)).toBeLessThanOrEqual(
    1e-6 * Math.max(1, Math.abs(reference.sum)),
  );
}

describe.skipIf(!hasReferenceData('ecg-resp-bidmc'))(
  'readCsv on BIDMC (skipped where the recordings are absent)',
  () => {
    type Record01 = {
      readonly fs_hz: number;
      readonly rows: number;
      readonly channels: Readonly<Record<string, Omit<ColumnReference, 'n'>>>;
    };
    it.each(['01', '05'])('record %s is read with every channel by name', (name) => {
      const reference =
        referenceValues<Record<string, Record01>>('ecg-resp-bidmc')[`bidmc_${name}`];
      const recording = readCsv(referenceBytes(`ecg-resp-bidmc/bidmc_${name}_Signals.csv`), {
        rate: { kind: 'timeColumn', name: 'Time [s]' },
      });
      expect(recording.problems).toEqual([]);
      expect(recording.gaps).toEqual([]);
      for (const [label, channel] of Object.entries(reference?.channels ?? {})) {
        const stream = recording.streams.find((each) => each.label === label);
        expect(stream?.sampleRateHz).toBe(reference?.fs_hz);
        expectColumn(stream?.samples.values, reference?.rows ?? 0, channel);
      }
    });
  },
);

describe.skipIf(!hasReferenceData('multisensor-csv'))(
  'readCsv on multisensor files (skipped where the recordings are absent)',
  () => {
    type Files = {
      readonly 'bio_resting_5min_100hz.csv': {
        readonly columns: Readonly<Record<string, ColumnReference>>;
      };
      readonly 'biosppy_acc.txt': { readonly axes: readonly ColumnReference[] };
      readonly 'biosppy_ecg.txt': ColumnReference;
      readonly 'biosppy_resp.txt': ColumnReference;
    };
    const bytes = (name: string): Uint8Array => referenceBytes(`multisensor-csv/${name}`);

    it('ECG, PPG and respiration are read by name', () => {
      const reference = referenceValues<Files>('multisensor-csv')['bio_resting_5min_100hz.csv'];
      const recording = readCsv(bytes('bio_resting_5min_100hz.csv'), fixed(100));
      for (const [label, column] of Object.entries(reference.columns)) {
        expectColumn(
          recording.streams.find((stream) => stream.label === label)?.samples.values,
          column.n,
          column,
        );
      }
    });

    it('text with acceleration, ECG and respiration is read', () => {
      const reference = referenceValues<Files>('multisensor-csv');
      const axes = readCsv(bytes('biosppy_acc.txt'), fixed(100)).streams;
      for (const [index, axis] of reference['biosppy_acc.txt'].axes.entries())
        expectColumn(axes.at(index - 3)?.samples.values, axis.n, axis);
      for (const name of ['biosppy_ecg.txt', 'biosppy_resp.txt'] as const) {
        const table = parseCsvTable(bytes(name));
        expectColumn(table.columns.at(-1)?.values, reference[name].n, reference[name]);
      }
    });
  },
);
