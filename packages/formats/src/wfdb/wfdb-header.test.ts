import { describe, expect, it } from 'vitest';
import { type WfdbHeader, parseWfdbHeader } from './wfdb-header.ts';

/** The header, or a failed test. */
function readHeader(text: string): WfdbHeader {
  const result = parseWfdbHeader(text);
  if (result.kind === 'refused') throw new Error(result.problem.message);
  return result.header;
}

describe('parseWfdbHeader', () => {
  it('reads a record line and signal lines in full', () => {
    expect(
      readHeader(
        '100 2 360 650000\n100.dat 212 200 11 1024 995 -22131 0 MLII\n\n100.dat 212 200 11 1024 1011 20052 0 V5 left\n',
      ),
    ).toEqual({
      recordName: '100',
      frameRateHz: 360,
      frameCount: 650_000,
      startedAt: null,
      comments: [],
      segments: null,
      signals: [
        {
          fileName: '100.dat',
          format: 212,
          samplesPerFrame: 1,
          fileOffsetBytes: 0,
          gain: 200,
          baseline: 1_024,
          unit: 'mV',
          initialValue: 995,
          checksum: 43_405,
          label: 'MLII',
        },
        {
          fileName: '100.dat',
          format: 212,
          samplesPerFrame: 1,
          fileOffsetBytes: 0,
          gain: 200,
          baseline: 1_024,
          unit: 'mV',
          initialValue: 1_011,
          checksum: 20_052,
          label: 'V5 left',
        },
      ],
    });
  });

  it("uses the standard's defaults for omitted fields", () => {
    expect(readHeader('x 1\nx.dat 16')).toMatchObject({
      frameRateHz: 250,
      frameCount: null,
      signals: [{ gain: 200, baseline: 0, unit: 'mV', checksum: null, label: '' }],
    });
  });

  it.each([
    ['x.dat 16x4', { samplesPerFrame: 4 }],
    ['x.dat 16:3', { samplesPerFrame: 1 }],
    ['x.dat 16+512', { fileOffsetBytes: 512 }],
    ['x.dat 212x2:1+24', { format: 212, samplesPerFrame: 2, fileOffsetBytes: 24 }],
    ['x.dat 16 0', { gain: 200 }],
    ['x.dat 16 12.5(-7)/mmHg 16 3', { gain: 12.5, baseline: -7, unit: 'mmHg' }],
    ['x.dat 16 12.5/mmHg 16 3', { gain: 12.5, baseline: 3, unit: 'mmHg' }],
    ['x.dat 16 -100', { gain: -100 }],
  ])('reads the signal line "%s"', (line, signal) => {
    expect(readHeader(`x 1 100\n${line}`).signals).toMatchObject([signal]);
  });

  it('reads a rate followed by a counter rate', () => {
    expect(readHeader('x 0 360/1.5(7)').frameRateHz).toBe(360);
  });

  it('reads the segments of a multi-segment record', () => {
    expect(readHeader('x/3 2 100 30\nx_layout 0\nx_1 10\n~ 20')).toMatchObject({
      recordName: 'x',
      signals: [],
      segments: [
        { recordName: 'x_layout', frameCount: 0 },
        { recordName: 'x_1', frameCount: 10 },
        { recordName: '~', frameCount: 20 },
      ],
    });
  });

  it('reads Windows line ends', () => {
    expect(readHeader('# c\r\nx 1 100\r\nx.dat 16\r\n')).toMatchObject({
      comments: ['c'],
      signals: [{ format: 16 }],
    });
  });

  it('ignores a time of day without a date', () => {
    expect(readHeader('x 0 100 5 8:05:00').startedAt).toBeNull();
  });

  it('reads time, date and comments', () => {
    const result = parseWfdbHeader('# first\nx 1 100 5 8:05:00 01/02/1994\nx.dat 16\n# Aldomet\n');
    expect(result).toMatchObject({
      kind: 'header',
      header: { startedAt: '1994-02-01T08:05:00', frameCount: 5, comments: ['first', 'Aldomet'] },
    });
  });

  it.each([
    ['', 'badMagic'],
    ['x', 'badHeader'],
    ['x -1', 'badHeader'],
    ['x 1 0', 'badRate'],
    ['x 1 1e308', 'badRate'],
    ['x 1 1e-308', 'badRate'],
  ])('rejects %j as %s', (text, code) => {
    expect(parseWfdbHeader(text)).toMatchObject({ kind: 'refused', problem: { code } });
  });

  it('reports missing and unreadable signal lines', () => {
    const codes = (text: string) => {
      const result = parseWfdbHeader(text);
      return result.kind === 'header' ? result.problems.map((problem) => problem.code) : [];
    };
    expect(codes('x 2 100\nx.dat 16')).toEqual(['truncated']);
    expect(codes('x 1 100\nx.dat sixteen')).toEqual(['badHeader']);
    expect(codes('x 1 100\nx.dat 16 1e-320')).toEqual(['badHeader']);
    expect(codes('x/3 2 100\na 5')).toEqual(['truncated']);
    expect(codes('x/1 2 100\n../a 5')).toEqual(['badHeader']);
    expect(codes('x/-1 2 100\na 5')).toEqual(['badHeader']);
  });
});
