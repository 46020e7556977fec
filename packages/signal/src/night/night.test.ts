import { describe, expect, it } from 'vitest';
import {
  breathing,
  chestAccelerometer,
  gaussian,
  joinSamples,
  seededRandom,
  steadyBeats,
  syntheticEcg,
} from '../testing/synthetic-signals.ts';
import { analyseNight } from './analyse-night.ts';
import { findTimesInBed } from './night-epochs.ts';
import type { NightChannel, NightStretch } from './night-input.ts';

/** 22:00 in Tokyo. */
const fromMs = Date.UTC(2026, 4, 1, 13);
const RATE_HZ = 25;
const minute = 60;

const lying = (minutes: number, seed: number) =>
  chestAccelerometer({
    seconds: minutes * minute,
    sampleRateHz: RATE_HZ,
    up: [0, 0.1, 0.99],
    perMinute: 14,
    seed,
  });

function walking(minutes: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from(
    { length: minutes * minute * RATE_HZ * 3 },
    (_, at) =>
      (at % 3 === 1 ? 1 : 0) +
      0.3 * Math.sin((2 * Math.PI * 1.9 * Math.floor(at / 3)) / RATE_HZ) +
      0.05 * gaussian(random),
  );
}

/** Lying, but turning over every few seconds. */
function restless(minutes: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return lying(minutes, seed).map(
    (value, at) => value + (Math.floor(at / 3 / RATE_HZ) % 7 < 3 ? 0.08 * gaussian(random) : 0),
  );
}

const stretch = (samples: Float32Array, atMinutes: number, source: string): NightStretch => ({
  fromMs: fromMs + atMinutes * 60_000,
  samples,
  source,
});

/** 5 min up, 10 restless, 60 asleep, 5 up, 40 asleep, 10 without data, 20 asleep. */
function axl(): NightChannel {
  const before = joinSamples(
    walking(5, 1),
    restless(10, 2),
    lying(60, 3),
    walking(5, 4),
    lying(40, 5),
  );
  return {
    kind: 'accelerometer',
    sampleRateHz: RATE_HZ,
    stretches: [stretch(before, 0, 'A/1'), stretch(lying(20, 6), 130, 'A/2')],
  };
}

const night = (channels: NightChannel[]) =>
  analyseNight({ fromMs, toMs: fromMs + 150 * 60_000, utcOffsetMinutes: 540, channels });

describe('analyseNight with an accelerometer only', () => {
  const result = night([axl()]);
  const shares = (from: number, to: number, stage: string) =>
    result.epochs.slice(2 * from, 2 * to).filter((one) => one === stage).length / (2 * (to - from));

  it('scores awake while up and asleep while still, and never a sleep stage', () => {
    expect(result.epochs).toHaveLength(300);
    expect(shares(0, 4, 'wake')).toBe(1);
    expect(shares(25, 73, 'asleep')).toBeGreaterThan(0.9);
    expect(new Set(result.epochs)).toEqual(new Set(['wake', 'asleep', 'missing']));
    expect(result.provenance.parameters['stages']).toBe('sleepWakeOnly');
  });

  it('finds the absence and the gap', () => {
    const kinds = result.events
      .filter(({ kind }) => kind !== 'movement')
      .map(({ kind, fromMs: at }) => [kind, Math.round((at - fromMs) / 60_000)]);
    expect(kinds).toContainEqual(['bedExit', 75]);
    expect(kinds).toContainEqual(['gap', 120]);
    expect(shares(121, 129, 'missing')).toBe(1);
    expect(result.metrics['outOfBedCount']).toBe(1);
    expect(Math.abs((result.metrics['outOfBedMinutes'] ?? 0) - 5)).toBeLessThanOrEqual(1);
  });

  it('reports the gap in coverage and bounds', () => {
    const { TST } = result.bounds;
    expect(result.quality.coverage).toBeLessThan(0.95);
    expect((TST?.most ?? 0) - (TST?.least ?? 0)).toBeGreaterThanOrEqual(10);
    expect(TST?.least).toBe(result.metrics['TST']);
    expect(result.metrics['TST']).toBeGreaterThan(100);
  });

  it('gives trends a minute, and no heart rate without a sensor for it', () => {
    expect(result.trends.movement).toHaveLength(150);
    expect(result.trends.respirationRate[40]).toBeCloseTo(14, 0);
    expect(result.trends.posture[40]).toBe('supine');
    expect(result.trends.heartRate.every((value) => value === null)).toBe(true);
    expect(result.metrics['heartRateMean']).toBeNull();
    expect(result.metrics['respiratoryEventsPerHour']).toBeNull();
  });

  it('lists its sources in the provenance', () => {
    expect(result.provenance).toMatchObject({
      algorithm: 'yamori-night',
      signals: ['accelerometer'],
      segments: ['A/1', 'A/2'],
    });
  });

  it('gives its parameters the names that nights of earlier versions have stored', () => {
    expect(Object.keys(result.provenance.parameters).toSorted()).toEqual([
      'apartMinutes',
      'apneaBelow',
      'epochSeconds',
      'gapSeconds',
      'hypopneaBelow',
      'leastSeconds',
      'leastSleepMinutes',
      'longestSeconds',
      'movementMg',
      'secondPartMinutes',
      'sleepFromProbability',
      'sleepWakeModel',
      'stages',
    ]);
  });

  it('gives the midpoint of sleep in local time', () => {
    expect(result.metrics['sleepMidpoint']).toBeGreaterThan(23 * 60);
    expect(result.metrics['sleepMidpoint']).toBeLessThan(24 * 60);
  });
});

describe('analyseNight with heart and breathing', () => {
  const seconds = 40 * minute;
  const heart: NightChannel = {
    kind: 'ecg',
    sampleRateHz: 100,
    stretches: [
      stretch(
        syntheticEcg({ seconds, sampleRateHz: 100, beatSeconds: steadyBeats(seconds, 58) }),
        0,
        'E/1',
      ),
    ],
  };
  const still: NightChannel = {
    kind: 'accelerometer',
    sampleRateHz: RATE_HZ,
    stretches: [stretch(lying(40, 8), 0, 'A/1')],
  };
  const breath = joinSamples(
    breathing(1500, 25, 14, 1, 0.02, 1),
    breathing(25, 25, 14, 0, 0.02, 2),
    breathing(875, 25, 14, 1, 0.02, 3),
  );
  const impedance: NightChannel = {
    kind: 'impedance',
    sampleRateHz: 25,
    stretches: [stretch(breath, 0, 'I/1')],
  };
  const result = analyseNight({
    fromMs,
    toMs: fromMs + 1000 * seconds,
    utcOffsetMinutes: 540,
    channels: [heart, still, impedance],
  });

  it('gives heart rate and its variability', () => {
    expect(result.trends.heartRate[20]).toBeCloseTo(58, 0);
    expect(result.metrics['heartRateMean']).toBeCloseTo(58, 0);
    expect(result.heartRateVariability[3]?.RMSSD).toBeLessThan(10);
    expect(result.provenance.signals).toEqual(['accelerometer', 'ecg', 'impedance']);
  });

  it('finds the pause in breathing', () => {
    const pauses = result.events.filter(({ kind }) => kind === 'apnea');
    expect(pauses).toHaveLength(1);
    expect(Math.abs((pauses[0]?.fromMs ?? 0) - fromMs - 1_500_000)).toBeLessThan(3000);
    expect(result.metrics['respiratoryEventsPerHour']).toBeGreaterThan(0);
  });

  it('gives the same result for any block size', () => {
    const cut = (channel: NightChannel, width: number, frames: number): NightChannel => ({
      ...channel,
      stretches: [...channel.stretches].flatMap(({ samples, fromMs: at, source }) =>
        Array.from({ length: Math.ceil(samples.length / width / frames) }, (_, i) => ({
          fromMs: at + (1000 * i * frames) / channel.sampleRateHz,
          samples: samples.subarray(i * frames * width, (i + 1) * frames * width),
          source,
        })),
      ),
    });
    const again = analyseNight({
      fromMs,
      toMs: fromMs + 1000 * seconds,
      utcOffsetMinutes: 540,
      channels: [cut(heart, 1, 997), cut(still, 3, 311), cut(impedance, 1, 1000)],
    });
    expect(again.epochs).toEqual(result.epochs);
    expect(again.metrics['heartRateMean']).toBeCloseTo(result.metrics['heartRateMean'] ?? 0, 3);
    expect(again.events.map(({ kind }) => kind)).toEqual(result.events.map(({ kind }) => kind));
  });
});

describe('analyseNight with little data', () => {
  it('marks every epoch as missing without a channel', () => {
    const result = night([]);
    expect(new Set(result.epochs)).toEqual(new Set(['missing']));
    expect(result.quality).toEqual({ code: 'noData', coverage: 0, recorded: 0, signals: {} });
    expect(result.metrics).toMatchObject({ TIB: 0, TST: null, SE: null, WASO: null });
  });

  it("gives trends but no sleep with only a device's rates", () => {
    const rates = Float32Array.from({ length: 150 * minute * 2 }, (_, i) =>
      i % 2 === 0 ? 15 : 61,
    );
    const result = night([
      { kind: 'rates', sampleRateHz: 1, stretches: [stretch(rates, 0, 'R/1')] },
    ]);
    expect(result.quality.code).toBe('noSleepSignals');
    expect(result.trends.heartRate[10]).toBeCloseTo(61, 6);
    expect(result.trends.respirationRate[10]).toBeCloseTo(15, 6);
    expect(new Set(result.epochs)).toEqual(new Set(['missing']));
  });

  it.each(['flow', 'temperature'] as const)(
    'claims no time out of bed if only %s was recorded',
    (kind) => {
      const samples = breathing(150 * minute, 25, 14, 1, 0.02, 1);
      const { metrics } = night([
        { kind, sampleRateHz: 25, stretches: [stretch(samples, 0, 'F/1')] },
      ]);
      expect([metrics['outOfBedCount'], metrics['outOfBedMinutes']]).toEqual([null, null]);
    },
  );

  it('counts no bed exit if an accelerometer showed a person in bed throughout', () => {
    const { metrics } = night([
      {
        kind: 'accelerometer',
        sampleRateHz: RATE_HZ,
        stretches: [stretch(lying(150, 8), 0, 'A/1')],
      },
    ]);
    expect([metrics['outOfBedCount'], metrics['outOfBedMinutes']]).toEqual([0, 0]);
  });

  it('finds no time in bed for a sensor on a table', () => {
    const table = chestAccelerometer({
      seconds: 150 * minute,
      sampleRateHz: RATE_HZ,
      up: [0, 0, 1],
      breathG: 0,
      noiseG: 0.0004,
    });
    const result = night([
      { kind: 'accelerometer', sampleRateHz: RATE_HZ, stretches: [stretch(table, 0, 'T/1')] },
    ]);
    expect(result.epochs.includes('asleep')).toBe(false);
    expect(result.quality.code).toBe('nobodyInBed');
  });

  it('extreme samples do not throw', () => {
    const random = seededRandom(4);
    const wild = Float32Array.from(
      { length: 40 * minute * RATE_HZ * 3 },
      () =>
        [Number.NaN, Number.POSITIVE_INFINITY, 1e30, -32768, random()][Math.floor(random() * 5)] ??
        0,
    );
    expect(
      night([
        { kind: 'accelerometer', sampleRateHz: RATE_HZ, stretches: [stretch(wild, 0, 'X/1')] },
      ]).epochs,
    ).toHaveLength(300);
  });
});

describe('findTimesInBed', () => {
  it('bridges a short absence and splits at a long one', () => {
    const presence = Array.from({ length: 400 }, (_, epoch) =>
      epoch < 100 || (epoch >= 140 && epoch < 200) || epoch >= 350
        ? ('inBed' as const)
        : ('outOfBed' as const),
    );
    expect(findTimesInBed(presence)).toEqual([
      { fromEpoch: 0, toEpoch: 200 },
      { fromEpoch: 350, toEpoch: 400 },
    ]);
  });
});
