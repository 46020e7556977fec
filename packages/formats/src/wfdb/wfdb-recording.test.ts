import { describe, expect, it } from 'vitest';
import { physicalSamples } from '../recording.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { isBeat, parseWfdbAnnotations } from './wfdb-annotations.ts';
import { readWfdb } from './wfdb-recording.ts';

const readOne = (header: string, bytes: readonly number[]) =>
  readWfdb({ header, signalFiles: new Map([['x.dat', Uint8Array.from(bytes)]]) });
const values = (recording: ReturnType<typeof readOne>): number[][] =>
  recording.streams.map((stream) => [...stream.samples.values]);

describe('readWfdb', () => {
  it('reads signed samples of format 212, even with an odd number of samples', () => {
    const recording = readOne(
      'x 1 250 3\nx.dat 212 100(5)/uV 12 0 0 0 0 lead I',
      [0x01, 0xf0, 0xff, 0xff, 0x07],
    );
    expect(values(recording)).toEqual([[1, -1, 2047]]);
    expect(recording.streams[0]).toMatchObject({ label: 'lead I', unit: 'uV', sampleRateHz: 250 });
    expect(recording.streams[0] && [...physicalSamples(recording.streams[0])][2]).toBeCloseTo(
      20.42,
      4,
    );
  });

  it('reads formats 16, 61, 32 and 80, interleaved signals and several samples a frame', () => {
    expect(
      values(readOne('x 2 10 2\nx.dat 16\nx.dat 16', [1, 0, 0xff, 0xff, 3, 0, 0, 0x80])),
    ).toEqual([
      [1, 3],
      [-1, -32768],
    ]);
    expect(values(readOne('x 1 10 2\nx.dat 61', [0, 1, 0xff, 0xfe]))).toEqual([[1, -2]]);
    expect(values(readOne('x 1 10 1\nx.dat 32', [1, 0, 0, 0x80]))).toEqual([[-2147483647]]);
    const unequal = readOne('x 2 10 2\nx.dat 80\nx.dat 80x2', [128, 129, 130, 0, 131, 255]);
    expect(values(unequal)).toEqual([
      [0, -128],
      [1, 2, 3, 127],
    ]);
    expect(unequal.streams.map((stream) => stream.sampleRateHz)).toEqual([10, 20]);
  });

  it('converts missing samples to NaN and verifies the checksum', () => {
    const recording = readOne('x 1 10 2\nx.dat 16 200 16 0 1 12345 0 a', [1, 0, 0, 0x80]);
    expect(recording.streams[0] && [...physicalSamples(recording.streams[0])]).toEqual([
      Math.fround(0.005),
      Number.NaN,
    ]);
    expect(recording.problems.map((problem) => problem.code)).toEqual(['badChecksum']);
  });

  it('reports missing and truncated files and unsupported formats, and keeps whole frames', () => {
    const cut = readOne('x 2 10 3\nx.dat 16\nx.dat 16', [1, 0, 2, 0, 3, 0]);
    expect(values(cut)).toEqual([[1], [2]]);
    expect(cut.problems).toEqual([
      { code: 'truncated', message: 'x.dat holds 1 of 3 frames', byteOffset: 6, file: 'x.dat' },
    ]);
    expect(readOne('x 1 10 3\ny.dat 16', []).problems.map((problem) => problem.code)).toEqual([
      'missingFile',
    ]);
    expect(readOne('x 1 10 3\nx.dat 516', []).problems.map((problem) => problem.code)).toEqual([
      'unsupported',
    ]);
    expect(readOne('x 0', []).problems.map((problem) => problem.code)).toEqual(['noSignals']);
  });
});

type SignalReference = {
  readonly name: string;
  readonly sum_digital: number;
  readonly min: number;
  readonly max: number;
  readonly first10_digital: readonly number[];
  readonly first5_phys: readonly number[];
};
type RecordReference = {
  readonly fs_hz: number;
  readonly samples: number;
  readonly signals: readonly SignalReference[];
  readonly annotations: number;
  readonly beats: number;
  readonly first10_beats_samples: readonly number[];
};

describe.skipIf(!hasReferenceData('ecg-mitdb'))(
  'readWfdb on MIT-BIH records (skipped where the recordings are absent)',
  () => {
    it.each(['100', '106', '108'])(
      '%s matches the reference in samples, sums, checksums and beats',
      (name) => {
        const reference = referenceValues<Record<string, RecordReference>>('ecg-mitdb')[name];
        const annotations = referenceBytes(`ecg-mitdb/${name}.atr`);
        const header = new TextDecoder().decode(referenceBytes(`ecg-mitdb/${name}.hea`));
        const recording = readWfdb({
          header,
          signalFiles: new Map([[`${name}.dat`, referenceBytes(`ecg-mitdb/${name}.dat`)]]),
          annotations,
        });
        expect(recording.problems).toEqual([]);
        for (const [index, signal] of (reference?.signals ?? []).entries()) {
          const stream = recording.streams[index];
          const digital = stream?.samples.values ?? new Int16Array();
          expect(stream).toMatchObject({
            label: signal.name,
            unit: 'mV',
            sampleRateHz: reference?.fs_hz,
          });
          expect(digital).toHaveLength(reference?.samples ?? 0);
          expect([...digital.subarray(0, 10)]).toEqual(signal.first10_digital);
          expect(Float64Array.from(digital).reduce((sum, value) => sum + value, 0)).toBe(
            signal.sum_digital,
          );
          expect(stream && [...physicalSamples(stream).subarray(0, 5)]).toEqual(
            signal.first5_phys.map(Math.fround),
          );
        }
        const beats = parseWfdbAnnotations(annotations).annotations.filter(isBeat);
        expect(recording.annotations).toHaveLength(reference?.annotations ?? 0);
        expect(beats).toHaveLength(reference?.beats ?? 0);
        expect(beats.slice(0, 10).map((beat) => beat.sampleIndex)).toEqual(
          reference?.first10_beats_samples,
        );
      },
    );
  },
);
