import { describe, expect, it } from 'vitest';
import { readCsv } from './table/csv-recording.ts';
import { parseCsvTable } from './table/csv-table.ts';
import { GOE_MF_MEASUREMENTS, readGoeMf } from './eit/goe-mf-recording.ts';
import { parseWfdbAnnotations } from './wfdb/wfdb-annotations.ts';
import { parseWfdbHeader } from './wfdb/wfdb-header.ts';
import { readWfdb } from './wfdb/wfdb-recording.ts';
import { wfdbSampleFormat } from './wfdb/wfdb-signals.ts';

const problemCodes = ({
  problems,
}: {
  readonly problems: readonly { readonly code: string }[];
}): string[] => problems.map((problem) => problem.code);

describe('readCsv with a damaged table', () => {
  const seconds = { rate: { kind: 'timeColumn', name: 't' } } as const;

  it.each([
    ['of constant values', 't,a\n0,1\n0,2\n0,3\n'],
    ['that decreases', 't,a\n3,1\n2,2\n1,3\n'],
    ['of text', 't,a\nx,1\ny,2\n'],
    ['of one row', 't,a\n0,1\n'],
    ['that is missing', 'b,a\n0,1\n1,2\n'],
    ['beyond every number', 't,a\n0,1\n1e999,2\n'],
  ])('reports no rate for a time column %s', (_, text) => {
    expect(readCsv(text, seconds)).toMatchObject({ streams: [], problems: [{ code: 'badRate' }] });
  });

  it.each([0, -1, Number.NaN, Infinity])('rejects a rate of %d Hz', (sampleRateHz) => {
    expect(readCsv('a\n1\n2\n', { rate: { kind: 'fixed', sampleRateHz } })).toMatchObject({
      streams: [],
      problems: [{ code: 'badRate' }],
    });
  });

  it('never returns infinity: a number beyond float32 is missing and reported', () => {
    const table = readCsv('a,b\n1,1e999\n-1e39,2\n', { rate: { kind: 'fixed', sampleRateHz: 1 } });
    expect(table.streams.map((stream) => [...stream.samples.values])).toEqual([
      [1, Number.NaN],
      [Number.NaN, 2],
    ]);
    expect(problemCodes(table)).toEqual(['badNumber', 'badNumber']);
  });

  it('keeps rows aligned if one is short or long', () => {
    const table = parseCsvTable('a,b,c\n1,2,3\n4\n5,6,7,8\n9,10,11\n');
    expect(table.columns.map((column) => [...column.values])).toEqual([
      [1, 4, 5, 9],
      [2, Number.NaN, 6, 10],
      [3, Number.NaN, 7, 11],
    ]);
  });

  it('reports a gap in time', () => {
    const recording = readCsv('t,a\n0,1\n0.5,2\n1,3\n5,4\n5.5,5\n6,6\n', seconds);
    expect(recording.streams[0]?.sampleRateHz).toBe(2);
    expect(recording.gaps).toEqual([{ startSeconds: 1.5, endSeconds: 5, recordedSeconds: 1.5 }]);
  });

  it('lists the existing columns if a requested one is missing', () => {
    const { problems, streams } = readCsv('t,a,b\n0,1,2\n1,3,4\n', {
      ...seconds,
      columns: [' a ', 'z'],
    });
    expect(streams.map((stream) => stream.label)).toEqual(['a']);
    expect(problems).toMatchObject([
      { code: 'badHeader', message: 'unknown column "z"; columns: "t", "a", "b"' },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['line ends', '\n\r\n\n'],
    ['comments', '# a\n# b\n'],
    ['zero bytes', '\0\0\0'],
    ['quotes', '"""'],
  ])('reports no rows for a file of %s', (_, text) => {
    expect(parseCsvTable(text).problems.map((problem) => problem.code)).toContain('noSignals');
  });
});

describe('parseWfdbHeader and readWfdb with a false header', () => {
  it.each([
    ['31/02/2024', '10:00:00'],
    ['01/13/2024', '10:00:00'],
    ['01/01/2024', '25:00:00'],
    ['01/01/2024', '10:60:00'],
    ['1.1.2024', '10:00:00'],
    ['01/01/24', '10:00:00'],
  ])('an invalid start of %s, %s is reported', (date, time) => {
    const result = parseWfdbHeader(`x 0 100 5 ${time} ${date}\n`);
    expect(result).toMatchObject({
      kind: 'header',
      header: { startedAt: null },
      problems: [{ code: 'badTime' }],
    });
  });

  it('the start keeps its fraction of a second', () => {
    expect(parseWfdbHeader('x 0 100 5 1:02:03.125 29/02/2024\n')).toMatchObject({
      header: { startedAt: '2024-02-29T01:02:03.125' },
      problems: [],
    });
  });

  it.each([
    ['9,999 signals', 'x 9999 100\nx.dat 16\n'],
    ['-1 signals', 'x -1 100\nx.dat 16\n'],
    ['half a signal', 'x 1.5 100\nx.dat 16\n'],
    ['a rate of zero', 'x 1 0\nx.dat 16\n'],
    ['a rate below zero', 'x 1 -100\nx.dat 16\n'],
    ['an endless rate', 'x 1 1e999\nx.dat 16\n'],
  ])('a header with %s is reported, and no sample outside the file is read', (_, header) => {
    const recording = readWfdb({ header, signalFiles: new Map([['x.dat', new Uint8Array(4)]]) });
    expect(problemCodes(recording).length).toBeGreaterThan(0);
    for (const stream of recording.streams)
      expect(stream.samples.values.length).toBeLessThanOrEqual(2);
  });

  const record = (line: string, bytes: number, frames = ''): ReturnType<typeof readWfdb> =>
    readWfdb({
      header: `x 1 100 ${frames}\n${line}\n`,
      signalFiles: new Map([['x.dat', new Uint8Array(bytes).fill(1)]]),
    });

  it.each<[string, ReturnType<typeof readWfdb>, string[], number]>([
    ['more frames than in the file', record('x.dat 16', 7, '5'), ['truncated'], 3],
    ['a first byte beyond the end', record('x.dat 16+100', 8, '4'), ['truncated'], 0],
    ['a wrong checksum', record('x.dat 16 200 16 0 0 5', 4, '2'), ['badChecksum'], 2],
    ['an empty file', record('x.dat 16', 0), [], 0],
  ])('a record with %s keeps its frames', (_, recording, problems, samples) => {
    expect(problemCodes(recording)).toEqual(problems);
    expect(recording.streams[0]?.samples.values).toHaveLength(samples);
  });

  it.each([
    ['a missing file', 'y.dat 16', 'missingFile'],
    ['an unsupported format', 'x.dat 508', 'unsupported'],
    ['no samples a frame', 'x.dat 16x0', 'badHeader'],
    ['10,001 samples a frame', 'x.dat 16x10001', 'badHeader'],
    ['a gain that is not a number', 'x.dat 16 1e', 'badHeader'],
  ])('a signal with %s is skipped', (_, line, code) => {
    const recording = record(line, 8);
    expect(recording.streams).toEqual([]);
    expect(problemCodes(recording)).toContain(code);
  });

  it('two formats in one file are both skipped', () => {
    const recording = readWfdb({
      header: 'x 2 100\nx.dat 16\nx.dat 212\n',
      signalFiles: new Map([['x.dat', new Uint8Array(12)]]),
    });
    expect(recording).toMatchObject({ streams: [], problems: [{ code: 'unsupported' }] });
  });
});

describe('wfdbSampleFormat at the ends of its range', () => {
  it.each<[number, readonly number[], readonly number[]]>([
    [80, [0, 127, 128, 255], [-128, -1, 0, 127]],
    [16, [0x00, 0x80, 0xff, 0x7f, 0xff, 0xff], [-32_768, 32_767, -1]],
    [61, [0x80, 0x00, 0x7f, 0xff, 0xff, 0xff], [-32_768, 32_767, -1]],
    [32, [0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0x7f], [-2_147_483_648, 2_147_483_647]],
    [212, [0x00, 0x78, 0xff, 0xff, 0xff, 0xff], [-2_048, 2_047, -1, -1]],
  ])('format %i decodes the smallest and largest values', (code, bytes, values) => {
    const format = wfdbSampleFormat(code);
    expect(format?.sampleCount(bytes.length)).toBe(values.length);
    expect(values.map((_, index) => format?.read(Uint8Array.from(bytes), index))).toEqual(values);
    expect(values[0]).toBe(format?.notMeasured);
  });

  it('format 212 counts a pair that is truncated after its first sample', () => {
    expect([0, 1, 2, 3, 4, 5].map((bytes) => wfdbSampleFormat(212)?.sampleCount(bytes))).toEqual([
      0, 0, 1, 2, 2, 3,
    ]);
  });
});

describe('parseWfdbAnnotations with damaged annotations', () => {
  it('reads annotations without an end mark, and reports it', () => {
    const { annotations, problems } = parseWfdbAnnotations(Uint8Array.of(10, 0x04, 20, 0x14));
    expect(annotations.map(({ sampleIndex, symbol }) => [sampleIndex, symbol])).toEqual([
      [10, 'N'],
      [30, 'V'],
    ]);
    expect(problems).toMatchObject([{ code: 'truncated', byteOffset: 4 }]);
  });

  it.each([
    ['text beyond the file', Uint8Array.of(10, 0x04, 200, 0xfc, 65, 0)],
    ['a truncated skip', Uint8Array.of(10, 0x04, 0, 0xec, 1, 0)],
    ['a truncated word', Uint8Array.of(10, 0x04, 5)],
  ])('keeps the annotations before %s', (_, bytes) => {
    const { annotations, problems } = parseWfdbAnnotations(bytes);
    expect(annotations).toMatchObject([{ sampleIndex: 10, symbol: 'N', auxiliary: '' }]);
    expect(problemCodes({ problems })).toEqual(['truncated']);
  });

  it('ignores a change before the first annotation', () => {
    expect(parseWfdbAnnotations(Uint8Array.of(3, 0xf4, 10, 0x04, 0, 0))).toMatchObject({
      annotations: [{ subtype: 0 }],
      problems: [],
    });
  });

  it('reports an undefined code and continues', () => {
    const { annotations, problems } = parseWfdbAnnotations(Uint8Array.of(5, 0xcc, 10, 0x04, 0, 0));
    expect(problems).toMatchObject([{ code: 'badAnnotation', byteOffset: 0 }]);
    expect(annotations).toHaveLength(1);
  });
});

describe('readGoeMf with a damaged file', () => {
  const frames = (count: number): Uint8Array =>
    new Uint8Array(new Float32Array(256 * count).fill(0.5).buffer);

  it.each([
    [0, ['noSignals'], 0],
    [1023, ['noSignals', 'truncated'], 0],
    [1024, [], 1],
    [2047, ['truncated'], 1],
    [2048, [], 2],
  ])('keeps the whole frames of %i bytes', (bytes, problems, count) => {
    const recording = readGoeMf(frames(2).subarray(0, bytes));
    expect(problemCodes(recording)).toEqual(problems);
    expect([recording.frameCount, recording.voltages.length]).toEqual([
      count,
      count * GOE_MF_MEASUREMENTS,
    ]);
  });

  it.each([Number.NaN, Infinity, -Infinity])('reports the byte of a value of %d', (value) => {
    const bytes = frames(2);
    new DataView(bytes.buffer).setFloat32(1024 + 4 * 7, value, true);
    expect(readGoeMf(bytes).problems).toMatchObject([{ code: 'badNumber', byteOffset: 1024 + 28 }]);
  });
});
