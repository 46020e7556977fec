import { describe, expect, it } from 'vitest';
import { physicalSamples } from '../recording.ts';
import { readEmpaticaSession } from './empatica-session.ts';

const session = (files: Readonly<Record<string, string>>) =>
  readEmpaticaSession(
    new Map(Object.entries(files).map(([name, words]) => [name, new TextEncoder().encode(words)])),
  );
const START = 1_560_279_825;
const column = (start: number, rateHz: number, values: readonly number[]): string =>
  `${start}.0\n${rateHz}.0\n${values.join('\n')}\n`;

describe('readEmpaticaSession', () => {
  it('places every signal at its own start, to the sample', () => {
    const recording = session({
      'EDA.csv': column(START, 4, [1, 2, 3]),
      'TEMP.csv': column(START + 1, 4, [33, 34]),
      'HR.csv': column(START + 10, 1, [61]),
    });
    expect(recording).toMatchObject({
      startedAt: '2019-06-11T19:03:45',
      isUtc: true,
      problems: [],
    });
    expect(
      recording.streams.map((stream) => [
        stream.label,
        [...physicalSamples(stream)].filter((value) => !Number.isNaN(value)),
        stream.samples.values.length,
      ]),
    ).toEqual([
      ['EDA', [1, 2, 3], 3],
      ['TEMP', [33, 34], 6],
      ['HR', [61], 11],
    ]);
  });

  it('starts with the earliest signal in any file', () => {
    expect(
      session({ 'EDA.csv': column(START + 5, 4, [1]), 'BVP.csv': column(START, 64, [1, 2]) })
        .startedAt,
    ).toBe('2019-06-11T19:03:45');
  });

  it('counts button presses from the start, with or without any', () => {
    const eda = { 'EDA.csv': column(START, 4, [1]) };
    expect(
      session({ ...eda, 'tags.csv': `${START + 2}.5\n${START + 60}.0\n` }).annotations.map(
        ({ onsetSeconds }) => onsetSeconds,
      ),
    ).toEqual([2.5, 60]);
    expect(session({ ...eda, 'tags.csv': '' })).toMatchObject({ annotations: [], problems: [] });
  });

  it('names the file of a problem and keeps the other files', () => {
    const recording = session({
      'EDA.csv': column(START, 4, [1]),
      'TEMP.csv': 'nothing\n',
      'IBI.csv': `${START}.0, IBI\n1.5,0.8\n`,
    });
    expect(recording.streams.map(({ label }) => label)).toEqual(['EDA']);
    expect(recording.problems.map(({ code, file }) => [code, file])).toEqual([
      ['badTime', 'TEMP.csv'],
      ['unsupported', 'IBI.csv'],
    ]);
  });

  it('skips a signal that claims to start years later, and names it', () => {
    const recording = session({
      'EDA.csv': column(START, 4, [1]),
      'BVP.csv': column(1_999_999_999, 64, [1]),
    });
    expect(recording.streams.map(({ label }) => label)).toEqual(['EDA']);
    expect(recording.problems.map(({ code, file }) => [code, file])).toEqual([
      ['badTime', 'BVP.csv'],
    ]);
  });

  it('keeps a signal that starts exactly a day later', () => {
    const { streams, problems } = session({
      'EDA.csv': column(START, 4, [1]),
      'HR.csv': column(START + 86_400, 1, [61]),
    });
    expect(problems).toEqual([]);
    expect(streams.map(({ label, samples }) => [label, samples.values.length])).toEqual([
      ['EDA', 1],
      ['HR', 86_401],
    ]);
    expect(physicalSamples(streams[1]!).at(-1)).toBe(61);
  });

  it('allocates no memory before a signal with a rate that the device does not have', () => {
    const recording = session({
      'EDA.csv': column(START, 4, [1]),
      'BVP.csv': column(START + 80_000, 25_000, [1]),
    });
    expect(recording.streams.map(({ label }) => label)).toEqual(['EDA']);
    expect(recording.problems.map(({ code, file }) => [code, file])).toEqual([
      ['badTime', 'BVP.csv'],
    ]);
  });

  it('refuses a session without samples, with the reasons', () => {
    expect(session({ 'TEMP.csv': 'nothing\n' })).toMatchObject({
      streams: [],
      problems: [{ code: 'badTime', file: 'TEMP.csv' }, { code: 'noSignals' }],
    });
    expect(session({})).toMatchObject({ streams: [], problems: [{ code: 'noSignals' }] });
  });
});
