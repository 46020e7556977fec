import { describe, expect, it } from 'vitest';
import { physicalSamples, type Recording } from '../recording.ts';
import { readWfdb } from './wfdb-recording.ts';

const words = (...values: number[]): Uint8Array => new Uint8Array(Int16Array.from(values).buffer);

function read(
  header: string,
  headers: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Uint8Array>>,
): Recording {
  return readWfdb({
    header,
    segmentHeaders: new Map(Object.entries(headers)),
    signalFiles: new Map(Object.entries(files)),
  });
}
const values = (recording: Recording): number[][] =>
  recording.streams.map(({ samples }) => [...samples.values]);

describe('readWfdb with a multi-segment record', () => {
  const files = { 'a.dat': words(1, 10, 2, 20), 'b.dat': words(3, 30) };
  const headers = {
    a: 'a 2 10 2\na.dat 16 200 16 0 0 - 0 I\na.dat 16 100 16 0 0 - 0 II',
    b: 'b 2 10 1\nb.dat 16 200 16 0 0 - 0 I\nb.dat 16 100 16 0 0 - 0 II',
  };

  it('joins the segments to one recording', () => {
    const recording = read('x/2 2 10 3 10:00:00 01/02/2024\na 2\nb 1', headers, files);
    expect(recording).toMatchObject({ startedAt: '2024-02-01T10:00:00', gaps: [], problems: [] });
    expect(recording.streams).toMatchObject([
      { label: 'I', sampleRateHz: 10 },
      { label: 'II', sampleRateHz: 10 },
    ]);
    expect(values(recording)).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it('leaves gaps for empty and missing segments, and reports the missing one', () => {
    const recording = read('x/4 2 10 33\na 2\n~ 20\nlost 10\nb 1', headers, files);
    expect(recording.gaps).toEqual([{ startSeconds: 0.2, endSeconds: 3.2, recordedSeconds: 0.2 }]);
    expect(recording.problems).toMatchObject([{ code: 'missingFile' }]);
    expect(values(recording)[0]).toEqual([1, 2, 3]);
  });

  it('follows the layout if signals come and go', () => {
    const layout = 'x_layout 2 10 0\n~ 0 200 16 0 0 - 0 I\n~ 0 100 16 0 0 - 0 II';
    const onlyTwo = 'b 1 10 1\nb.dat 16 100 16 0 0 - 0 II';
    const recording = read(
      'x/3 2 10 3\nx_layout 0\na 2\nb 1',
      { ...headers, x_layout: layout, b: onlyTwo },
      { ...files, 'b.dat': words(30) },
    );
    expect(recording.streams.map(({ label }) => label)).toEqual(['I', 'II']);
    expect(
      recording.streams.map((stream) =>
        [...physicalSamples(stream)].map((value) => Math.round(value * 1000)),
      ),
    ).toEqual([
      [5, 10, Number.NaN],
      [100, 200, 300],
    ]);
  });

  it('gives physical values if segments have different scales', () => {
    const other = 'b 2 10 1\nb.dat 16 400 16 0 0 - 0 I\nb.dat 16 100 16 0 0 - 0 II';
    const recording = read('x/2 2 10 3\na 2\nb 1', { ...headers, b: other }, files);
    expect(recording.streams[0]?.samples.kind).toBe('physical');
    expect(
      recording.streams[0] &&
        [...physicalSamples(recording.streams[0])].map((value) => Math.round(value * 1e4)),
    ).toEqual([50, 100, 75]);
  });

  it('reads the existing frames of a record that claims a billion', () => {
    const recording = read('x/2 2 10 2000000000\na 1000000000\nb 1000000000', headers, files);
    expect(values(recording)[0]).toEqual([1, 2, 3]);
  });

  it('allocates no memory for a segment repeated a hundred thousand times, or for a false rate', () => {
    const long = { 'a.dat': new Uint8Array(200_000) };
    const one = { a: 'a 1 10 100000\na.dat 16 200 16 0 0 - 0 I' };
    const again = read(`x/100000 1 10 1000\n${'a 100000\n'.repeat(100_000)}`, one, long);
    expect(again).toMatchObject({
      streams: [],
      problems: [{ code: 'expandsTooFar' }, { code: 'noSignals' }],
    });
    const fast = read(
      'x/2 1 1 100001\nf 1\na 100000',
      {
        a: 'a 1 1 100000\na.dat 16 200 16 0 0 - 0 I',
        f: 'f 1 100000 1\nf.dat 16 200 16 0 0 - 0 F',
      },
      { ...long, 'f.dat': words(1) },
    );
    expect(fast).toMatchObject({
      streams: [],
      problems: [{ code: 'expandsTooFar' }, { code: 'noSignals' }],
    });
    const twice = read(
      'x 2 10\nBIG.dat 80\nbig.dat 80',
      {},
      { 'BIG.dat': new Uint8Array(135_000_000), 'big.dat': new Uint8Array(4) },
    );
    expect([twice.streams.length, twice.problems.map(({ code, file }) => [code, file])]).toEqual([
      1,
      [['expandsTooFar', 'BIG.dat']],
    ]);
    expect(
      read('x/3 1 10 300000\na 100000\na 100000\na 100000', one, long).streams[0]?.samples.values,
    ).toHaveLength(300_000);
  });

  it('reports a record without segments as having no signals', () => {
    expect(read('x/1 2 10 5\nlost 5', {}, {})).toMatchObject({
      streams: [],
      problems: [{ code: 'missingFile' }, { code: 'noSignals' }],
    });
  });
});

describe('wfdbSampleFormat of other widths', () => {
  const one = (format: number, bytes: readonly number[], more = ''): number[] =>
    values(read(`x 1 10\nx.dat ${format}${more}`, {}, { 'x.dat': Uint8Array.from(bytes) }))[0] ??
    [];

  it('format 8 sums differences from the initial value', () => {
    expect(one(8, [1, 0xff, 5], ' 200 8 0 100 0 0 x')).toEqual([101, 100, 105]);
  });

  it('formats 24 and 160 decode their samples', () => {
    expect(one(24, [1, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0x80])).toEqual([1, -1, -8_388_608]);
    expect(one(160, [0, 0x80, 0, 0, 0xff, 0xff])).toEqual([0, -32_768, 32_767]);
  });

  it('formats 310 and 311 decode three samples of ten bits from four bytes', () => {
    const samples = [1, -2, 511, -512, 0, 77];
    const pack310 = ([a = 0, b = 0, c = 0]: readonly number[]): number[] => {
      const first = ((a & 0x3ff) << 1) | ((c & 0x1f) << 11);
      const second = ((b & 0x3ff) << 1) | (((c >> 5) & 0x1f) << 11);
      return [first & 0xff, first >> 8, second & 0xff, second >> 8];
    };
    const pack311 = ([a = 0, b = 0, c = 0]: readonly number[]): number[] => {
      const word = (a & 0x3ff) | ((b & 0x3ff) << 10) | ((c & 0x3ff) << 20);
      return [word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff, (word >> 24) & 0xff];
    };
    expect(one(310, [...pack310(samples.slice(0, 3)), ...pack310(samples.slice(3))])).toEqual(
      samples,
    );
    expect(one(311, [...pack311(samples.slice(0, 3)), ...pack311(samples.slice(3))])).toEqual(
      samples,
    );
    expect([one(310, [2, 0]), one(311, [1, 0]), one(311, [1, 8, 0])]).toEqual([[1], [1], [1, 2]]);
  });
});
