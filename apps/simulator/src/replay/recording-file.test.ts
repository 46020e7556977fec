import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOT_MEASURED } from '@yamori/frames';
import { afterAll, describe, expect, it } from 'vitest';
import { hasRecordings, recordingPath, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { fromRecordingStream } from '../ward/replayed-device.ts';
import { quantiseRatios, quantiseValues } from './quantise.ts';
import { loadRecording, ReplayError, streamKind } from './recording-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'yamori-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));
const aFile = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('loadRecording', () => {
  it('reads a CSV by its column of seconds and keeps missing cells missing', () => {
    const { streams } = loadRecording(
      aFile('a.csv', 'Time [s], RESP, II\n0,0.5,1\n0.01,,2\n0.02,1.5,3\n'),
    );
    expect(
      streams.map((stream) => [stream.declaration.kind, stream.declaration.sampleRateHz]),
    ).toEqual([
      ['impe', 100],
      ['ecg', 100],
    ]);
    const [resp] = streams;
    expect(resp?.channels[0]?.[1]).toBe(NOT_MEASURED);
    expect(
      (resp?.channels[0]?.[2] ?? 0) * (resp?.declaration.scale ?? 0) +
        (resp?.declaration.offset ?? 0),
    ).toBeCloseTo(1.5, 4);
  });

  it.each([
    ['no such file', () => join(folder, 'absent.hea')],
    ['use --rate', () => aFile('b.csv', 'ECG\n1\n2\n')],
    ['only .hea', () => aFile('c.docx', 'x')],
    ['shorter than one frame', () => aFile('d.get', new Uint8Array(10))],
    ['d.edf', () => aFile('d.edf', 'not an EDF file')],
  ])('throws with the reason: %s', (why, path) => {
    expect(() => loadRecording(path())).toThrow(ReplayError);
    expect(() => loadRecording(path())).toThrow(why);
  });

  it('quantises values to int16, with an error of at most half a step', () => {
    const values = Float32Array.from({ length: 1000 }, (_, index) => 3 + 2 * Math.sin(index));
    const { digital, scale, offset } = quantiseValues(values);
    digital.forEach((value, index) =>
      expect(Math.abs(value * scale + offset - (values[index] ?? 0))).toBeLessThanOrEqual(scale),
    );
    expect(quantiseValues(Float32Array.of(5, 5, Number.NaN))).toEqual({
      digital: Int16Array.of(0, 0, NOT_MEASURED),
      scale: 1,
      offset: 5,
    });
  });

  it('keeps ratios of values where they matter, and missing samples', () => {
    const { digital, scale, offset } = quantiseRatios(
      Float32Array.of(1, 0.5, -0.25, 0, Number.NaN, Infinity),
    );
    expect([...digital]).toEqual([32_767, 16_384, -8192, 0, NOT_MEASURED, NOT_MEASURED]);
    expect([scale, offset]).toEqual([1 / 32_767, 0]);
    expect(quantiseRatios(Float32Array.of(0, 0))).toEqual({
      digital: Int16Array.of(0, 0),
      scale: 1,
      offset: 0,
    });
  });

  it('ends with the recording, or loops', () => {
    const stream = {
      declaration: {
        streamId: 1,
        kind: 'ecg',
        channels: 1,
        unit: 'mV',
        sampleRateHz: 2,
        scale: 1,
        offset: 0,
      },
      channels: [Int16Array.of(1, 2, 3)],
    };
    const once = fromRecordingStream(stream, false);
    expect(once.samples(0, 2)).toEqual([Int16Array.of(1, 2)]);
    expect(once.samples(1, 2)).toEqual([Int16Array.of(3)]);
    expect(once.samples(1.5, 2)).toBeNull();
    expect(fromRecordingStream(stream, true).samples(1.5, 2)).toEqual([Int16Array.of(1, 2)]);
  });

  it.each([
    ['MLII', 'ecg'],
    ['V5', 'ecg'],
    ['AVR', 'ecg'],
    [' RESP', 'impe'],
    ['RSP', 'impe'],
    ['Flow.40ms', 'flow'],
    ['RespRate.2s', 'resprate-2s'],
    ['PLETH', 'pleth'],
    ['Temp', 'temperature'],
    ['??', 'other'],
  ])('maps the label %s to %s', (label, kind) => expect(streamKind(label)).toBe(kind));
});

describe.skipIf(!hasRecordings)(`loadRecording on real recordings${WHY_SKIPPED}`, () => {
  it.each([
    ['ecg-mitdb/100.hea', {}, 'ecg', 360, 650_000],
    ['ecg-resp-bidmc/bidmc_01_Signals.csv', {}, 'impe', 125, 60_001],
    ['multisensor-csv/bio_resting_5min_100hz.csv', { rateHz: 100 }, 'ecg', 100, 30_000],
    [
      'cpap-night-resmed/airsense11-apap/DATALOG/20241017/20241017_221849_BRP.edf',
      {},
      'flow',
      25,
      null,
    ],
    ['eit/goettingen-neonate/P04P-1016.get', {}, 'eit', 13, 220],
  ] as const)('reads %s', (path, options, kind, rate, samples) => {
    const { streams } = loadRecording(recordingPath(path), options);
    const stream = streams.find((candidate) => candidate.declaration.kind === kind);
    expect(stream?.declaration.sampleRateHz).toBeCloseTo(rate, 3);
    if (samples !== null) expect(stream?.channels[0]).toHaveLength(samples);
  });
});
