import { describe, expect, it } from 'vitest';
import type { Recording } from '../recording.ts';
import { readCsv } from './csv-recording.ts';

const found = (text: string, columns?: readonly string[]): Recording =>
  readCsv(text, { rate: { kind: 'found' }, ...(columns === undefined ? {} : { columns }) });
const values = (recording: Recording): number[][] =>
  recording.streams.map(({ samples }) => [...samples.values]);

describe('readCsv without a given rate', () => {
  it('reads a column of dates and times, which is not a series', () => {
    const recording = found(
      'timestamp,axis1\n2012-06-27T10:54:00Z,1\n2012-06-27T10:54:10Z,2\n2012-06-27T10:54:20Z,3\n2012-06-27T10:55:20Z,4\n',
    );
    expect(recording).toMatchObject({
      startedAt: '2012-06-27T10:54:00',
      streams: [{ label: 'axis1', sampleRateHz: 0.1 }],
      problems: [],
    });
    expect(recording.gaps).toEqual([{ startSeconds: 30, endSeconds: 80, recordedSeconds: 30 }]);
  });

  it('reads dates with separate times, text as runs, and markers', () => {
    const recording = found(
      'Date,Time,Counts,Marker,Sleep or Awake?\n6/27/2012,10:54 AM,5,0,W\n6/27/2012,10:55 AM,6,1,W\n6/27/2012,10:56 AM,7,0,S\n',
    );
    expect(recording.streams.map(({ label }) => label)).toEqual(['Counts', 'Marker']);
    expect(recording.annotations).toEqual([
      { onsetSeconds: 0, durationSeconds: 120, text: 'Sleep or Awake?: W' },
      { onsetSeconds: 60, durationSeconds: null, text: 'Marker' },
      { onsetSeconds: 120, durationSeconds: 60, text: 'Sleep or Awake?: S' },
    ]);
  });

  it('skips leading text and several header lines', () => {
    const recording = found(
      'Downloaded: 2017/10/24 11:09:57\r\n\r\n,Tokyo,Tokyo\r\ndate,mean (C),mean (C)\r\n,,quality\r\n2006/1/1,3.6,8\r\n2006/1/2,4.0,8\r\n',
    );
    expect(recording.streams).toMatchObject([
      { label: 'Tokyo mean (C)', unit: 'C', sampleRateHz: 1 / 86_400 },
      { label: 'Tokyo mean (C) quality', unit: '' },
    ]);
    expect(recording.startedAt).toBe('2006-01-01T00:00:00');
  });

  it('matches a column by a part of its name', () => {
    expect(values(found('date,a b,c\n2006/1/1,1,2\n2006/1/2,3,4\n', ['b']))).toEqual([[1, 3]]);
  });

  it('takes rate, units and labels from a comment', () => {
    const recording = found(
      '# Simple Text Format\n# Sampling Rate (Hz):= 100.00\n# Units:= m/s^2\n# Labels:= x\ty\n1\t2\n3\t4\n',
    );
    expect(recording.streams).toMatchObject([
      { label: 'x', unit: 'm/s^2', sampleRateHz: 100 },
      { label: 'y', unit: 'm/s^2' },
    ]);
  });

  it('reads Unix times', () => {
    expect(found('timestamp,x\n1560279825.0,1\n1560279825.5,2\n1560279826.0,3\n')).toMatchObject({
      startedAt: '2019-06-11T19:03:45',
      streams: [{ sampleRateHz: 2 }],
    });
  });

  it('reads a transposed table', () => {
    const line = (of: (index: number) => number): string =>
      Array.from({ length: 100 }, (_, index) => of(index)).join(' ');
    const recording = found(`${line((index) => index / 50)}\n${line((index) => index * 2)}\n`);
    expect(recording.streams).toHaveLength(1);
    expect(recording.streams[0]).toMatchObject({ sampleRateHz: 50 });
    expect(recording.streams[0]?.samples.values).toHaveLength(100);
  });

  it('keeps samples without a rate if none is found', () => {
    const recording = found('a,b\n1,x\n2,y\n');
    expect(recording).toMatchObject({
      streams: [{ label: 'a', sampleRateHz: 0 }],
      annotations: [],
      problems: [{ code: 'badRate' }],
    });
    expect(values(recording)).toEqual([[1, 2]]);
  });

  it('reports a step back in time', () => {
    expect(
      found(
        'time,x\n2020-01-01 00:00:00,1\n2020-01-01 00:00:01,2\n2020-01-01 00:00:00,3\n2020-01-01 00:00:01,3\n',
      ).problems,
    ).toMatchObject([{ code: 'badTime' }]);
  });

  it('reads quoted decimal commas', () => {
    expect(values(found('"t","x"\n"0,5","1,25"\n"1,0","2,5"\n'))).toEqual([[1.25, 2.5]]);
    expect(values(found('t;x\n0,5;1.234,5\n1,0;2,5\n'))).toEqual([[1234.5, 2.5]]);
  });
});

describe('readCsv with a given rate', () => {
  it('takes the start from a column of dates, which is neither a series nor text', () => {
    const recording = readCsv('when,x\n2024-01-01 00:00:00,1\n2024-01-01 00:00:01,2\n', {
      rate: { kind: 'fixed', sampleRateHz: 50 },
    });
    expect(recording).toMatchObject({
      startedAt: '2024-01-01T00:00:00',
      streams: [{ label: 'x', sampleRateHz: 50 }],
      annotations: [],
      problems: [],
    });
  });

  it('keeps a column of seconds, which may be a series', () => {
    expect(
      readCsv('time,x\n0,1\n1,2\n', { rate: { kind: 'fixed', sampleRateHz: 50 } }).streams.map(
        ({ label }) => label,
      ),
    ).toEqual(['time', 'x']);
  });

  it('reads text as runs of rows', () => {
    expect(
      readCsv('x,word\n1,a\n2,a\n3,b\n', { rate: { kind: 'fixed', sampleRateHz: 2 } }).annotations,
    ).toEqual([
      { onsetSeconds: 0, durationSeconds: 1, text: 'word: a' },
      { onsetSeconds: 1, durationSeconds: 0.5, text: 'word: b' },
    ]);
  });

  it('takes units from the options, from a comment, or from the name', () => {
    const units = (text: string, given?: Readonly<Record<string, string>>): string[] =>
      readCsv(text, {
        rate: { kind: 'fixed', sampleRateHz: 1 },
        ...(given === undefined ? {} : { units: given }),
      }).streams.map(({ unit }) => unit);
    expect(units('a [mV],b (uV),c\n1,2,3\n')).toEqual(['mV', 'uV', '']);
    expect(units('a,b\n1,2\n', { a: 'g' })).toEqual(['g', '']);
    expect(units('# Units:= m/s^2\na\tb\n1\t2\n')).toEqual(['m/s^2', 'm/s^2']);
  });

  it('reads rows that are longer or shorter than the header', () => {
    expect(
      values(readCsv('a,b\n1,2,3\n4\n', { rate: { kind: 'fixed', sampleRateHz: 1 } })),
    ).toEqual([
      [1, 4],
      [2, Number.NaN],
    ]);
  });

  it('keeps columns with the same name separate', () => {
    expect(
      readCsv('x,x\n1,2\n3,4\n', { rate: { kind: 'fixed', sampleRateHz: 1 } }).streams.map(
        ({ label, samples }) => [label, [...samples.values]],
      ),
    ).toEqual([
      ['x', [1, 3]],
      ['x', [2, 4]],
    ]);
  });

  it('creates annotations where a marker column is not zero', () => {
    const recording = readCsv('x,EVENT\n1,0\n2,1\n3,0\n4,2\n', {
      rate: { kind: 'fixed', sampleRateHz: 4 },
    });
    expect(recording.annotations).toEqual([
      { onsetSeconds: 0.25, durationSeconds: null, text: 'EVENT' },
      { onsetSeconds: 0.75, durationSeconds: null, text: 'EVENT' },
    ]);
  });
});

describe('readCsv with an oversized table', () => {
  it('keeps the first 4,096 of 1,000,000 columns and reports it', () => {
    const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(',');
    const recording = readCsv(`${names}\n${names.replaceAll('c', '')}\n`, {
      rate: { kind: 'fixed', sampleRateHz: 1 },
    });
    expect(recording.streams).toHaveLength(4_096);
    expect(recording.problems).toMatchObject([
      {
        code: 'overLimit',
        message: '1000000 columns exceed the limit of 4096; further ones omitted',
      },
    ]);
  });

  it('limits the columns of ragged rows by the length of the text', () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `c${index}`).join(',');
    const recording = readCsv(`${names}\n${names.replaceAll('c', '')}\n${'1,2\n'.repeat(50_000)}`, {
      rate: { kind: 'fixed', sampleRateHz: 1 },
    });
    expect(recording.problems.map(({ code }) => code)).toContain('overLimit');
    expect(recording.streams.length * 50_001).toBeLessThan(2 ** 20);
    expect(recording.streams[1]?.samples.values.at(-1)).toBe(2);
  });
});
