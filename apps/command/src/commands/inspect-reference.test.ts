import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasRecordings, recordingPath, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import type { EitInspection } from '../inspection/eit-inspection.ts';
import type { InspectedStream, Inspection } from '../inspection/inspection.ts';
import { inspect } from './inspect.ts';

// Checks the contract of the command against values of other programs, for files outside the
// repository.

function readReference<Values>(folder: string): Values {
  // Checked tools wrote this file; a wrong shape fails the assertions.
  return JSON.parse(
    hasRecordings ? readFileSync(recordingPath(`${folder}/reference.json`), 'utf8') : '{}',
  ) as Values;
}

async function runInspect<Shape extends Inspection = Inspection>(
  path: string,
  ...extraArguments: readonly string[]
): Promise<Shape> {
  const { value } = await inspect.run([path, ...extraArguments], {
    folder: recordingPath(),
    environment: {},
    say: () => undefined,
    progress: () => undefined,
  });
  // Through JSON, like a caller.
  return JSON.parse(JSON.stringify(value)) as Shape;
}

type Signal = {
  readonly label: string;
  readonly unit: string;
  readonly fs_hz: number;
  readonly n: number;
  readonly sum_digital: number;
  readonly first10_digital: readonly number[];
  readonly mean_phys?: number;
  readonly first5_phys?: readonly number[];
};

function expectSignal(stream: InspectedStream | undefined, reference: Signal): void {
  expect(stream).toMatchObject({
    label: reference.label,
    unit: reference.unit,
    samples: reference.n,
    firstDigital: reference.first10_digital,
    sumDigital: reference.sum_digital,
  });
  expect(stream?.sampleRateHz).toBeCloseTo(reference.fs_hz, 6);
  if (reference.mean_phys !== undefined)
    expect((stream?.sum ?? Number.NaN) / reference.n).toBeCloseTo(reference.mean_phys, 5);
  for (const [index, value] of (reference.first5_phys ?? []).entries())
    expect(stream?.first[index]).toBeCloseTo(value, 5);
}

type Case = {
  readonly header: {
    readonly format: string;
    readonly startdate: string;
    readonly starttime: string;
  };
  readonly signals: readonly Signal[];
  readonly annotations_total: number;
  readonly annotations_first: readonly (readonly [number, number | null, string, number])[];
};

describe.skipIf(!hasRecordings)(`yamori inspect on the EDF cases${WHY_SKIPPED}`, () => {
  const cases = Object.entries(readReference<Record<string, Case>>('edf-cases')).filter(
    ([name]) => name !== '_how',
  );

  it.each(cases)('%s matches the reference', async (name, reference) => {
    const inspection = await runInspect(`edf-cases/${name}`);
    const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d\d)$/.exec(reference.header.startdate) ?? [];
    expect(inspection.format).toBe(reference.header.format);
    expect(inspection.startedAt?.slice(2)).toBe(
      `${year}-${month}-${day}T${reference.header.starttime.replaceAll('.', ':')}`,
    );
    expect(inspection.problems).toEqual([]);
    for (const [index, signal] of reference.signals.entries())
      expectSignal(inspection.streams[index], signal);
    expect(inspection.annotations).toHaveLength(reference.annotations_total);
    for (const [index, [onset, duration, text]] of reference.annotations_first.entries()) {
      expect(inspection.annotations[index]).toMatchObject({ durationSeconds: duration, text });
      expect(inspection.annotations[index]?.onsetSeconds).toBeCloseTo(onset, 5);
    }
  });
});

describe.skipIf(!hasRecordings)(`yamori inspect on a CPAP night${WHY_SKIPPED}`, () => {
  type Night = {
    readonly files: Readonly<
      Record<
        string,
        {
          readonly reserved: string;
          readonly start: string;
          readonly duration_s?: number;
          readonly signals?: readonly (Signal | string)[];
          readonly annotations?: readonly (readonly [number, number, string])[];
        }
      >
    >;
  };
  const nights = Object.entries(readReference<Record<string, Night>>('cpap-night-resmed'))
    .filter(([name]) => name !== '_how')
    .flatMap(([night, { files }]) =>
      Object.entries(files).map(([path, file]) => [`${night}/${path}`, file] as const),
    );

  it.each(nights)('%s matches the reference', async (path, reference) => {
    const inspection = await runInspect(`cpap-night-resmed/${path}`);
    expect(inspection).toMatchObject({ format: reference.reserved, gaps: [], problems: [] });
    if (reference.duration_s !== undefined)
      expect(inspection.durationSeconds).toBe(reference.duration_s);
    for (const signal of reference.signals ?? [])
      if (typeof signal !== 'string')
        expectSignal(
          inspection.streams.find(({ label }) => label === signal.label),
          signal,
        );
    if (reference.annotations !== undefined)
      expect(
        inspection.annotations.map(({ onsetSeconds, durationSeconds, text }) => [
          onsetSeconds,
          durationSeconds,
          text,
        ]),
      ).toEqual(reference.annotations);
  });
});

describe.skipIf(!hasRecordings)(`yamori inspect on WFDB, tables and EIT${WHY_SKIPPED}`, () => {
  type MitRecord = {
    readonly fs_hz: number;
    readonly samples: number;
    readonly annotations: number;
    readonly beats: number;
    readonly signals: readonly {
      readonly name: string;
      readonly sum_digital: number;
      readonly first10_digital: readonly number[];
      readonly first5_phys: readonly number[];
    }[];
  };

  it.each(['100', '106', '108'])('MIT-BIH %s matches the reference', async (name) => {
    const reference = readReference<Record<string, MitRecord>>('ecg-mitdb')[name];
    const inspection = await runInspect(`ecg-mitdb/${name}.hea`);
    for (const [index, signal] of (reference?.signals ?? []).entries()) {
      expect(inspection.streams[index]).toMatchObject({
        label: signal.name,
        samples: reference?.samples,
        sampleRateHz: reference?.fs_hz,
        sumDigital: signal.sum_digital,
        firstDigital: signal.first10_digital,
      });
      for (const [at, value] of signal.first5_phys.entries())
        expect(inspection.streams[index]?.first[at]).toBeCloseTo(value, 6);
    }
    expect(inspection.annotations).toHaveLength(reference?.annotations ?? 0);
    expect(
      inspection.annotations.filter(({ text }) => /^[NLRBAaJSVrFejnE/fQ?]$/.test(text)),
    ).toHaveLength(reference?.beats ?? 0);
  });

  it('a CSV with a given rate matches the reference', async () => {
    const reference = readReference<
      Record<
        string,
        {
          readonly samples: number;
          readonly mean: number;
          readonly first10: readonly number[];
          readonly min: number;
          readonly max: number;
        }
      >
    >('ecg-noise-stress')['118e24.csv'];
    const inspection = await runInspect('ecg-noise-stress/118e24.csv', '--rate', '360');
    expect(inspection).toMatchObject({
      format: 'CSV',
      durationSeconds: 120,
      problems: [],
      streams: [
        {
          samples: reference?.samples,
          first: reference?.first10,
          min: reference?.min,
          max: reference?.max,
        },
      ],
    });
    expect(inspection.streams[0]?.mean).toBeCloseTo(reference?.mean ?? 0, 6);
  });

  it('one column of many matches the reference', async () => {
    const reference = readReference<
      Record<
        string,
        {
          readonly rows: number;
          readonly channels: Readonly<
            Record<string, { readonly sum: number; readonly first10: readonly number[] }>
          >;
        }
      >
    >('ecg-resp-bidmc')['bidmc_05'];
    const inspection = await runInspect('ecg-resp-bidmc/bidmc_05_Signals.csv', '--column', 'RESP');
    expect(inspection.streams).toMatchObject([
      {
        label: 'RESP',
        sampleRateHz: 125,
        samples: reference?.rows,
        first: reference?.channels['RESP']?.first10,
      },
    ]);
    expect(inspection.streams[0]?.sum).toBeCloseTo(reference?.channels['RESP']?.sum ?? 0, 5);
  });

  it.each([
    'goettingen-neonate/P04P-1016.get',
    'viasys-adult-breathing/vivo150905_t1_001.get',
    'viasys-adult-breathing/vivo150905_t1_004.get',
  ])('%s matches the reference', async (path) => {
    type Frames = {
      readonly frames: number;
      readonly frame_rate_hz: number;
      readonly duration_s: number;
      readonly raw_sum: number;
      readonly raw_float32_first10_of_frame0: readonly number[];
      readonly raw_float32_first10_of_last_frame: readonly number[];
    };
    const reference =
      readReference<Record<string, Frames>>('eit')[path.slice(path.indexOf('/') + 1)];
    const inspection = await runInspect<EitInspection>(`eit/${path}`);
    expect(inspection).toMatchObject({
      frames: reference?.frames,
      framesPerSecond: reference?.frame_rate_hz,
      problems: [],
    });
    expect(inspection.durationSeconds).toBeCloseTo(reference?.duration_s ?? 0, 6);
    expect(inspection.raw.sum).toBeCloseTo(reference?.raw_sum ?? 0, 4);
    for (const [ours, theirs] of [
      [inspection.raw.firstOfFirstFrame, reference?.raw_float32_first10_of_frame0],
      [inspection.raw.firstOfLastFrame, reference?.raw_float32_first10_of_last_frame],
    ] as const) {
      for (const [index, value] of (theirs ?? []).entries())
        expect(ours[index]).toBeCloseTo(value, 5);
    }
  });
});
