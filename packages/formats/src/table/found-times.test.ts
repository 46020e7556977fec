import { describe, expect, it } from 'vitest';
import type { Recording } from '../recording.ts';
import { readCsv } from './csv-recording.ts';

const found = (text: string, columns?: readonly string[]): Recording =>
  readCsv(text, { rate: { kind: 'found' }, ...(columns === undefined ? {} : { columns }) });
const values = (recording: Recording): number[][] =>
  recording.streams.map(({ samples }) => [...samples.values]);

describe('a table whose rate is found', () => {
  it('has a column of dates and times, which is no series', () => {
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

  it('has dates beside times, words that become runs, and marks', () => {
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

  it('has text and several lines of names in front', () => {
    const recording = found(
      'Downloaded: 2017/10/24 11:09:57\r\n\r\n,Tokyo,Tokyo\r\ndate,mean (C),mean (C)\r\n,,quality\r\n2006/1/1,3.6,8\r\n2006/1/2,4.0,8\r\n',
    );
    expect(recording.streams).toMatchObject([
      { label: 'Tokyo mean (C)', unit: 'C', sampleRateHz: 1 / 86_400 },
      { label: 'Tokyo mean (C) quality', unit: '' },
    ]);
    expect(recording.startedAt).toBe('2006-01-01T00:00:00');
  });

  it('takes a column by a part of its name', () => {
    expect(values(found('date,a b,c\n2006/1/1,1,2\n2006/1/2,3,4\n', ['b']))).toEqual([[1, 3]]);
  });

  it('has a comment that says it, units and labels', () => {
    const recording = found(
      '# Simple Text Format\n# Sampling Rate (Hz):= 100.00\n# Units:= m/s^2\n# Labels:= x\ty\n1\t2\n3\t4\n',
    );
    expect(recording.streams).toMatchObject([
      { label: 'x', unit: 'm/s^2', sampleRateHz: 100 },
      { label: 'y', unit: 'm/s^2' },
    ]);
  });

  it('has Unix times', () => {
    expect(found('timestamp,x\n1560279825.0,1\n1560279825.5,2\n1560279826.0,3\n')).toMatchObject({
      startedAt: '2019-06-11T19:03:45',
      streams: [{ sampleRateHz: 2 }],
    });
  });

  it('has its series in lines', () => {
    const line = (of: (index: number) => number): string =>
      Array.from({ length: 100 }, (_, index) => of(index)).join(' ');
    const recording = found(`${line((index) => index / 50)}\n${line((index) => index * 2)}\n`);
    expect(recording.streams).toHaveLength(1);
    expect(recording.streams[0]).toMatchObject({ sampleRateHz: 50 });
    expect(recording.streams[0]?.samples.values).toHaveLength(100);
  });

  it('that nothing says keeps its samples without one', () => {
    const recording = found('a,b\n1,x\n2,y\n');
    expect(recording).toMatchObject({
      streams: [{ label: 'a', sampleRateHz: 0 }],
      annotations: [],
      problems: [{ code: 'badRate' }],
    });
    expect(values(recording)).toEqual([[1, 2]]);
  });

  it('names a step back in time', () => {
    expect(
      found(
        'time,x\n2020-01-01 00:00:00,1\n2020-01-01 00:00:01,2\n2020-01-01 00:00:00,3\n2020-01-01 00:00:01,3\n',
      ).problems,
    ).toMatchObject([{ code: 'badTime' }]);
  });

  it('reads decimal commas in quotes', () => {
    expect(values(found('"t","x"\n"0,5","1,25"\n"1,0","2,5"\n'))).toEqual([[1.25, 2.5]]);
    expect(values(found('t;x\n0,5;1.234,5\n1,0;2,5\n'))).toEqual([[1234.5, 2.5]]);
  });
});

describe('a table whose rate is told', () => {
  it('takes its start from a column of dates, which is no series and no words', () => {
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

  it('keeps a column of seconds, for nobody said that it is the time', () => {
    expect(
      readCsv('time,x\n0,1\n1,2\n', { rate: { kind: 'fixed', sampleRateHz: 50 } }).streams.map(
        ({ label }) => label,
      ),
    ).toEqual(['time', 'x']);
  });

  it('has words as runs of rows', () => {
    expect(
      readCsv('x,word\n1,a\n2,a\n3,b\n', { rate: { kind: 'fixed', sampleRateHz: 2 } }).annotations,
    ).toEqual([
      { onsetSeconds: 0, durationSeconds: 1, text: 'word: a' },
      { onsetSeconds: 1, durationSeconds: 0.5, text: 'word: b' },
    ]);
  });

  it('takes units that it is told, from a comment, or from the name', () => {
    const units = (text: string, told?: Readonly<Record<string, string>>): string[] =>
      readCsv(text, {
        rate: { kind: 'fixed', sampleRateHz: 1 },
        ...(told === undefined ? {} : { units: told }),
      }).streams.map(({ unit }) => unit);
    expect(units('a [mV],b (uV),c\n1,2,3\n')).toEqual(['mV', 'uV', '']);
    expect(units('a,b\n1,2\n', { a: 'g' })).toEqual(['g', '']);
    expect(units('# Units:= m/s^2\na\tb\n1\t2\n')).toEqual(['m/s^2', 'm/s^2']);
  });

  it('reads a row that is longer than its names, and one that is shorter', () => {
    expect(
      values(readCsv('a,b\n1,2,3\n4\n', { rate: { kind: 'fixed', sampleRateHz: 1 } })),
    ).toEqual([
      [1, 4],
      [2, Number.NaN],
    ]);
  });

  it('keeps columns of one name apart', () => {
    expect(
      readCsv('x,x\n1,2\n3,4\n', { rate: { kind: 'fixed', sampleRateHz: 1 } }).streams.map(
        ({ label, samples }) => [label, [...samples.values]],
      ),
    ).toEqual([
      ['x', [1, 3]],
      ['x', [2, 4]],
    ]);
  });

  it('has annotations where a marker column is not zero, at their rows', () => {
    const recording = readCsv('x,EVENT\n1,0\n2,1\n3,0\n4,2\n', {
      rate: { kind: 'fixed', sampleRateHz: 4 },
    });
    expect(recording.annotations).toEqual([
      { onsetSeconds: 0.25, durationSeconds: null, text: 'EVENT' },
      { onsetSeconds: 0.75, durationSeconds: null, text: 'EVENT' },
    ]);
  });
});

describe('a table that is too much', () => {
  it('keeps the first 4,096 of 1,000,000 columns and says so', () => {
    const names = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(',');
    const recording = readCsv(`${names}\n${names.replaceAll('c', '')}\n`, {
      rate: { kind: 'fixed', sampleRateHz: 1 },
    });
    expect(recording.streams).toHaveLength(4_096);
    expect(recording.problems).toMatchObject([
      { code: 'overLimit', message: '1000000 columns are over 4096; the others are left out' },
    ]);
  });

  it('of ragged rows keeps the columns that the text has room for', () => {
    const names = Array.from({ length: 4_000 }, (_, index) => `c${index}`).join(',');
    const recording = readCsv(`${names}\n${names.replaceAll('c', '')}\n${'1,2\n'.repeat(50_000)}`, {
      rate: { kind: 'fixed', sampleRateHz: 1 },
    });
    expect(recording.problems.map(({ code }) => code)).toContain('overLimit');
    expect(recording.streams.length * 50_001).toBeLessThan(2 ** 20);
    expect(recording.streams[1]?.samples.values.at(-1)).toBe(2);
  });
});
