import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { mitLead } from '../testing/shared-recordings.ts';
import {
  gaussian,
  pushInBlocks,
  seededRandom,
  steadyBeats,
  syntheticEcg,
} from '../testing/synthetic-signals.ts';
import { createSignalQuality } from './signal-quality.ts';

const clean = syntheticEcg({ seconds: 12, sampleRateHz: 250, beatSeconds: steadyBeats(12, 70) });

function judge(samples: Float32Array | Int16Array, scale = 1, laterMs = 0) {
  const quality = createSignalQuality({ sampleRateHz: 250, scale });
  return quality.read(pushInBlocks(quality, samples, 250) + laterMs);
}

describe('createSignalQuality', () => {
  it('a clean ECG is good', () => {
    expect(judge(clean)).toMatchObject({ kind: 'value', value: 'good' });
  });

  it('an ECG with baseline wander is good', () => {
    const wandering = syntheticEcg({
      seconds: 12,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(12, 70),
      wander: 2,
    });
    expect(judge(wandering)).toMatchObject({ value: 'good' });
  });

  it('a lead that is off is flat, at any level', () => {
    expect(judge(new Float32Array(3000).fill(-3.2))).toMatchObject({ value: 'flat' });
  });

  it('a saturated amplifier is saturated', () => {
    expect(judge(clean.map((value) => Math.min(0.02, value)))).toMatchObject({
      value: 'saturated',
    });
  });

  it('muscle noise is noisy', () => {
    const random = seededRandom(6);
    expect(judge(clean.map((value) => value + 0.5 * gaussian(random)))).toMatchObject({
      value: 'noisy',
    });
  });

  it('mains hum is noisy', () => {
    expect(
      judge(clean.map((value, i) => value + 0.5 * Math.sin(2 * Math.PI * 0.2 * i))),
    ).toMatchObject({ value: 'noisy' });
  });

  it('an ECG with a quarter of its samples missing is noisy', () => {
    const steps = Int16Array.from(clean, (value, i) =>
      i % 4 === 0 ? -32_768 : Math.round(value * 500),
    );
    expect(judge(steps, 1 / 500)).toMatchObject({ value: 'noisy' });
  });

  it('reads none before the first window and three windows after the last', () => {
    expect(judge(clean.subarray(0, 500))).toEqual({ kind: 'none' });
    expect(judge(clean, 1, 13_000)).toEqual({ kind: 'none' });
  });

  it('starts a new window after a gap', () => {
    const quality = createSignalQuality({ sampleRateHz: 250 });
    quality.push(clean.subarray(0, 900), 0);
    quality.push(clean.subarray(0, 900), 60_000);
    expect(quality.read(63_600)).toEqual({ kind: 'none' });
  });

  it.skipIf(!hasRecordings)(`MIT-BIH 100 is good throughout${WHY_SKIPPED}`, () => {
    const samples = mitLead('100');
    const quality = createSignalQuality({ sampleRateHz: 360, scale: 1 / 200 });
    let good = 0;
    for (let at = 0; at + 1440 <= samples.length; at += 1440) {
      quality.push(samples.subarray(at, at + 1440), (at * 1000) / 360);
      const reading = quality.read(((at + 1440) * 1000) / 360);
      if (reading.kind === 'value' && reading.value === 'good') good += 1;
    }
    expect(good / Math.floor(samples.length / 1440)).toBeGreaterThan(0.98);
  });
});
