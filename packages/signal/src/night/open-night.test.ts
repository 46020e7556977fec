import { describe, expect, it } from 'vitest';
import {
  breathing,
  chestAccelerometer,
  joinSamples,
  steadyBeats,
  syntheticEcg,
} from '../testing/synthetic-signals.ts';
import { analyseNight } from './analyse-night.ts';
import type { NightChannel, NightStretch } from './night-input.ts';
import { openNight } from './open-night.ts';

const fromMs = Date.UTC(2026, 4, 1, 13);
const RATE_HZ = 25;
const minute = 60;
const seconds = 60 * minute;
const bounds = { fromMs, toMs: fromMs + 1000 * seconds, utcOffsetMinutes: 540 };

const stretch = (samples: Float32Array, atSeconds: number, source: string): NightStretch => ({
  fromMs: fromMs + atSeconds * 1000,
  samples,
  source,
});
const lying = (length: number, seed: number) =>
  chestAccelerometer({
    seconds: length,
    sampleRateHz: RATE_HZ,
    up: [0, 0.1, 0.99],
    perMinute: 14,
    seed,
  });
const heart = (length: number, perMinute: number) =>
  syntheticEcg({ seconds: length, sampleRateHz: 100, beatSeconds: steadyBeats(length, perMinute) });

const channels: NightChannel[] = [
  {
    kind: 'accelerometer',
    sampleRateHz: RATE_HZ,
    stretches: [
      stretch(lying(25 * minute, 1), 0, 'A/1'),
      stretch(lying(25 * minute, 2), 35 * minute, 'A/2'),
    ],
  },
  { kind: 'ecg', sampleRateHz: 100, stretches: [stretch(heart(40 * minute, 58), 0, 'E/1')] },
  {
    kind: 'impedance',
    sampleRateHz: 25,
    stretches: [
      stretch(
        joinSamples(breathing(1500, 25, 14), breathing(25, 25, 14, 0), breathing(875, 25, 14)),
        0,
        'I/1',
      ),
    ],
  },
];

/** Cuts a channel into parts of some seconds, each with its start time. */
function splitStretches(
  { sampleRateHz, stretches, kind }: NightChannel,
  partSeconds: number,
): NightStretch[] {
  const width = kind === 'accelerometer' ? 3 : 1;
  const frames = partSeconds * sampleRateHz;
  return [...stretches].flatMap(({ samples, fromMs: at, source }) =>
    Array.from({ length: Math.ceil(samples.length / width / frames) }, (_, part) => ({
      fromMs: at + part * partSeconds * 1000,
      samples: samples.subarray(part * frames * width, (part + 1) * frames * width),
      source,
    })),
  );
}

describe('openNight', () => {
  it.each([60, 307, 900])(
    'gives the same result as analyseNight, in parts of %i s',
    (partSeconds) => {
      const whole = analyseNight({ ...bounds, channels });
      const night = openNight({ ...bounds, channels });
      const waiting = channels.map((channel) => splitStretches(channel, partSeconds));
      for (let at = fromMs; at < bounds.toMs; at += partSeconds * 1000) {
        for (const [channel, parts] of waiting.entries())
          while ((parts[0]?.fromMs ?? Infinity) < at + partSeconds * 1000) {
            const next = parts.shift();
            if (next) night.add(channel, next);
          }
        night.advance(at + partSeconds * 1000);
      }
      const result = night.finish();
      expect(result.epochs).toEqual(whole.epochs);
      expect(result.presence).toEqual(whole.presence);
      expect(result.events.map(({ kind }) => kind)).toEqual(whole.events.map(({ kind }) => kind));
      expect(result.metrics['heartRateMean']).toBeCloseTo(whole.metrics['heartRateMean'] ?? 0, 6);
      expect(result.provenance.segments.toSorted()).toEqual(['A/1', 'A/2', 'E/1', 'I/1']);
    },
  );

  it('reports every epoch missing if nothing was added', () => {
    const result = openNight({ ...bounds, channels }).finish();
    expect(result.quality).toEqual({ code: 'noData', coverage: 0, recorded: 0, signals: {} });
  });
});

describe('quality and bands of a night', () => {
  const result = analyseNight({ ...bounds, channels });

  it('the recorded shares cover all channels and each kind', () => {
    expect(result.quality.recorded).toBeCloseTo(1, 1);
    expect(result.quality.signals['ecg']).toBeCloseTo(40 / 60, 1);
    expect(result.quality.signals['accelerometer']).toBeCloseTo(50 / 60, 1);
    expect(result.quality.signals['temperature']).toBeUndefined();
  });

  it('heart rate and respiration have a band where they are measured', () => {
    const { heartRate, heartRateBand, respirationRateBand } = result.trends;
    expect(heartRateBand.least[20]).toBeLessThanOrEqual(heartRate[20] ?? 0);
    expect(heartRateBand.most[20]).toBeGreaterThanOrEqual(heartRate[20] ?? Infinity);
    expect([heartRateBand.least[50], heartRateBand.most[50]]).toEqual([null, null]);
    expect((respirationRateBand.most[20] ?? 0) - (respirationRateBand.least[20] ?? 0)).toBeLessThan(
      1,
    );
  });
});

describe('two ECG sensors', () => {
  it('beats are not doubled, and one sensor continues where the other ends', () => {
    const second: NightChannel = {
      kind: 'ecg',
      sampleRateHz: 200,
      stretches: [
        stretch(
          syntheticEcg({ seconds, sampleRateHz: 200, beatSeconds: steadyBeats(seconds, 58) }),
          0,
          'E/2',
        ),
      ],
    };
    const { trends, metrics } = analyseNight({ ...bounds, channels: [...channels, second] });
    expect(trends.heartRate[20]).toBeCloseTo(58, 0);
    expect(trends.heartRate[50]).toBeCloseTo(58, 0);
    expect(metrics['heartRateMost']).toBeLessThan(60);
  });
});

describe('nightActigraphy', () => {
  it('a still body is asleep, an empty bed awake and a gap unknown', () => {
    const empty = chestAccelerometer({
      seconds: 20 * minute,
      sampleRateHz: RATE_HZ,
      up: [0, 0, 1],
      breathG: 0,
      noiseG: 0.0004,
    });
    const stretches = [stretch(joinSamples(lying(25 * minute, 1), empty), 0, 'A/1')];
    const { actigraphy } = analyseNight({
      ...bounds,
      channels: [{ kind: 'accelerometer', sampleRateHz: RATE_HZ, stretches }],
    });
    for (const score of [actigraphy?.sadeh, actigraphy?.coleKripke]) {
      expect(score?.minutes).toHaveLength(60);
      expect(score?.minutes.slice(8, 20)).toEqual(Array.from({ length: 12 }, () => 'S'));
      expect(score?.minutes[35]).toBe('W');
      expect(score?.minutes[55]).toBe('?');
      expect(score?.minutesAsleep).toBe(score?.minutes.filter((letter) => letter === 'S').length);
    }
  });

  it('a night without an accelerometer gives null', () => {
    expect(analyseNight({ ...bounds, channels: channels.slice(1) }).actigraphy).toBeNull();
  });
});
