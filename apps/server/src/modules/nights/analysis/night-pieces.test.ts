import type { TimelineStream } from '@yamori/domain';
import { openNight } from '@yamori/signal';
import { describe, expect, it } from 'vitest';
import { nightFields } from './night-fields.ts';
import type { PlannedStream } from './night-plan.ts';
import { inOneLine, toNightRun, type NightRun } from './night-runs.ts';
import { createNightSegments } from './night-segments.ts';
import { toNightSignal } from './night-signals.ts';

const stream = (change: Partial<TimelineStream>): TimelineStream => ({
  serial: 'A',
  streamId: 1,
  kind: 'ecg',
  unit: 'mV',
  sampleRateHz: 250,
  channels: 1,
  scale: 0.001,
  offset: 0,
  ...change,
});

describe('toNightSignal', () => {
  it.each([
    ['an ECG in µV', { unit: 'µV', scale: 2 }, { signal: 'ecg', scale: 0.002, offset: 0 }],
    [
      'an accelerometer in m/s²',
      { kind: 'respi-axl', channels: 3, unit: 'm/s²', scale: 9.806_65, sampleRateHz: 50 },
      { signal: 'accelerometer', scale: 1, offset: 0 },
    ],
    [
      'a belt',
      { kind: 'thorax', sampleRateHz: 25, unit: '' },
      { signal: 'impedance', scale: 0.001, offset: 0 },
    ],
    [
      'an offset',
      { kind: 'temperature', sampleRateHz: 1, unit: '°C', scale: 0.01, offset: 20 },
      { signal: 'temperature', scale: 0.01, offset: 20 },
    ],
    [
      'an image',
      { kind: 'eit', channels: 208, sampleRateHz: 20 },
      { signal: 'eitSum', scale: 0.001, offset: 0 },
    ],
    [
      'presses',
      { kind: 'button', sampleRateHz: 0, scale: 1 },
      { signal: 'button', scale: 1, offset: 0 },
    ],
  ])('the analysis uses %s', (_, change, expected) => {
    const found = toNightSignal(stream(change));
    expect(found).toMatchObject({ signal: expected.signal, offset: expected.offset });
    expect(found?.scale).toBeCloseTo(expected.scale, 9);
  });

  it.each([
    ['an image of another size', { kind: 'eit', channels: 16, sampleRateHz: 20 }],
    ['a single axis', { kind: 'respi-axl', channels: 1, sampleRateHz: 50 }],
    ['a breath a second', { kind: 'impe', sampleRateHz: 1 }],
    ['an unknown signal', { kind: 'signal' }],
    ['a button with a rate', { kind: 'button', sampleRateHz: 10 }],
    ['an ECG without a rate', { sampleRateHz: 0 }],
  ])('the analysis ignores %s', (_, change) => {
    expect(toNightSignal(stream(change))).toBeNull();
  });
});

const run = (fromMs: number, samples: number, source: string, width = 1): NightRun => ({
  fromMs,
  toMs: fromMs + samples * 100,
  width,
  samples: Float32Array.from({ length: samples * width }, (_, index) => Math.floor(index / width)),
  source,
});
const summarise = (runs: readonly NightRun[]) =>
  runs.map(({ fromMs, toMs, samples, source }) => [source, fromMs, toMs, samples.length]);

describe('night runs', () => {
  const planned: PlannedStream = {
    serial: 'A',
    streamId: 2,
    signal: 'accelerometer',
    sampleRateHz: 10,
    scale: 0.5,
    offset: 1,
    stays: [],
  };

  it('contain physical values, interleaved, and keep missing samples missing', () => {
    const { samples, fromMs, toMs, source } = toNightRun(
      {
        firstSampleTimeUs: 5_000_000,
        sampleRateHz: 10,
        clockOffsetUs: 0,
        channels: [Int16Array.of(2, 4), Int16Array.of(0, -32_768), Int16Array.of(-2, 6)],
      },
      planned,
    );
    expect([...samples]).toEqual([2, 1, 0, 3, Number.NaN, 4]);
    expect([fromMs, toMs, source]).toEqual([5000, 5200, 'A:2']);
  });

  it('the second sensor fills the gaps of the first', () => {
    const line = inOneLine([[run(1000, 10, 'A'), run(4000, 10, 'A')], [run(0, 60, 'B')]], 10);
    expect(summarise(line)).toEqual([
      ['B', 0, 1000, 10],
      ['A', 1000, 2000, 10],
      ['B', 2000, 4000, 20],
      ['A', 4000, 5000, 10],
      ['B', 5000, 6000, 10],
    ]);
    expect(line[2]?.samples[0]).toBe(20);
    expect(summarise(inOneLine([[run(0, 10, 'A')], [run(200, 5, 'B')]], 10))).toEqual([
      ['A', 0, 1000, 10],
    ]);
  });

  it('a run of three axes is cut between frames, never within one', () => {
    const line = inOneLine([[run(350, 2, 'A', 3)], [run(0, 10, 'B', 3)]], 10);
    expect(summarise(line)).toEqual([
      ['B', 0, 400, 12],
      ['A', 350, 550, 6],
      ['B', 600, 1000, 12],
    ]);
    expect([...(line[2]?.samples.subarray(0, 3) ?? [])]).toEqual([6, 6, 6]);
  });
});

describe('createNightSegments', () => {
  it('merges gaps below a minute per stream, and counts the segments left out', () => {
    const segments = createNightSegments();
    segments.add('A:1', 0, 60_000);
    segments.add('B:1', 30_000, 40_000);
    segments.add('A:1', 119_000, 180_000);
    segments.add('A:1', 240_000, 250_000);
    expect(segments.texts()).toEqual({
      segments: [
        'A:1 1970-01-01T00:00:00.000Z/1970-01-01T00:03:00.000Z',
        'B:1 1970-01-01T00:00:30.000Z/1970-01-01T00:00:40.000Z',
        'A:1 1970-01-01T00:04:00.000Z/1970-01-01T00:04:10.000Z',
      ],
      segmentsLeftOut: 0,
    });
    for (let index = 0; index < 2100; index++)
      segments.add('C:1', 1e6 + index * 120_000, 1e6 + index * 120_000 + 1000);
    const many = segments.texts();
    expect([many.segments.length, many.segmentsLeftOut]).toEqual([2000, 103]);
  });
});

describe('nightFields', () => {
  const analysis = {
    ...openNight({ fromMs: 0, toMs: 120_000, utcOffsetMinutes: 0, channels: [] }).finish(),
  };
  const fields = (
    change: Partial<typeof analysis>,
    calls: { atMs: number; streamId: number }[] = [],
  ) =>
    nightFields({
      analysis: { ...analysis, ...change },
      segments: [],
      segmentsLeftOut: 0,
      calls,
      devices: [],
      input: 'x',
    });

  it('merges equal neighbours and omits series without a measurement', () => {
    const { presence, trends, probabilityOfSleep } = fields({
      presence: ['inBed', 'inBed', 'outOfBed', 'unknown'],
      probabilityOfSleep: [0.123_456, null, null, 1],
    });
    expect(presence).toEqual([
      { state: 'inBed', epochs: 2 },
      { state: 'outOfBed', epochs: 1 },
      { state: 'unknown', epochs: 1 },
    ]);
    expect(probabilityOfSleep).toEqual([0.12, null, null, 1]);
    expect(trends).toMatchObject({
      heartRate: [],
      heartRateBand: null,
      posture: [{ posture: 'unknown', minutes: 2 }],
    });
  });

  it('counts presses within five seconds as one call, in chronological order', () => {
    expect(
      fields({}, [
        { atMs: 90_000, streamId: 4 },
        { atMs: 10_000, streamId: 4 },
        { atMs: 12_000, streamId: 4 },
      ])
        .events.filter(({ kind }) => kind === 'call')
        .map(({ from }) => from.getTime()),
    ).toEqual([10_000, 90_000]);
  });

  it('limits the number of events and drops movements first', () => {
    const movement = { kind: 'movement' as const, fromMs: 0, toMs: 1, certainty: 1 };
    const { events } = fields({
      events: [
        ...Array.from({ length: 6000 }, () => movement),
        { kind: 'bedExit', fromMs: 5, toMs: 9, certainty: 0.9 },
      ],
    });
    expect(events).toHaveLength(5000);
    expect(events.at(-1)?.kind).toBe('bedExit');
  });
});
