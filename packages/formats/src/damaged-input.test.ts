import { describe, expect, it } from 'vitest';
import { readCsv } from './table/csv-recording.ts';
import { readGoeMf } from './eit/goe-mf-recording.ts';
import { physicalSamples } from './recording.ts';
import { anyByte, damagedCopies, textByte } from './testing/damage.ts';
import { parseWfdbAnnotations } from './wfdb/wfdb-annotations.ts';
import { readWfdb } from './wfdb/wfdb-recording.ts';

/** A small number for every test run; tools/fuzz runs 100,000 inputs per parser. */
const ROUNDS = 1_000;
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

// Files are untrusted: a reader must return what it could read, with problems, and never throw.
describe('readers of damaged input', () => {
  it('readWfdb does not throw on a damaged header', () => {
    const header = text(
      '100 2 360/8(5) 8 10:30:00 21/11/2024\n100.dat 212x2:3+1 200(10)/mV 11 1024 995 -22131 0 MLII\n100.dat 212 200 11 1024\n# note\n',
    );
    const signals = new Map([['100.dat', new Uint8Array(60).fill(77)]]);
    for (const damaged of damagedCopies(header, ROUNDS, textByte)) {
      const recording = readWfdb({ header: decode(damaged), signalFiles: signals });
      for (const stream of recording.streams) {
        if (!(stream.sampleRateHz > 0)) expect.fail(`rate ${stream.sampleRateHz}`);
        if (stream.samples.values.length > 120) expect.fail('more samples than the file has');
      }
    }
  });

  it('parseWfdbAnnotations does not throw on a damaged file', () => {
    const bytes = Uint8Array.of(
      18,
      0x70,
      5,
      0xfc,
      40,
      65,
      70,
      73,
      66,
      0,
      0,
      0xec,
      1,
      0,
      2,
      0,
      7,
      0x14,
      1,
      0xf4,
      1,
      0xf8,
      3,
      0xf0,
      1,
      4,
      0,
      0,
    );
    for (const damaged of damagedCopies(bytes, ROUNDS, anyByte)) {
      const { annotations, problems } = parseWfdbAnnotations(damaged);
      if (annotations.length > damaged.length / 2) expect.fail('more annotations than words');
      if (problems.some((problem) => problem.byteOffset > damaged.length))
        expect.fail('a problem beyond the end');
    }
  });

  it('readCsv does not throw on a damaged file', () => {
    const table = text(
      '\uFEFFTime [s], RESP, "II"\n0,0.35386,0.72549\n0.008,0.35679,-6.7e-1\n0.016,,0.6\n0.024,1,2\n',
    );
    for (const damaged of damagedCopies(table, ROUNDS / 2, textByte))
      readCsv(damaged, { rate: { kind: 'timeColumn', name: 'Time [s]' } });
    for (const damaged of damagedCopies(table, ROUNDS / 2, anyByte)) {
      const recording = readCsv(damaged, { rate: { kind: 'fixed', sampleRateHz: 10 } });
      if (new Set(recording.streams.map((stream) => physicalSamples(stream).length)).size > 1)
        expect.fail('columns of unequal length');
    }
  });

  it('readGoeMf does not throw on a damaged file', () => {
    const frame = new Uint8Array(new Float32Array(256).fill(0.25).buffer);
    for (const damaged of damagedCopies(frame, ROUNDS / 2, anyByte)) {
      const recording = readGoeMf(damaged);
      if (recording.voltages.length !== recording.frameCount * 208)
        expect.fail('a truncated frame was kept');
    }
  });
});
