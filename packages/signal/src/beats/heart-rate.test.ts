import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { csvColumn, mitLead } from '../testing/shared-recordings.ts';
import {
  gaussian,
  pushInBlocks,
  seededRandom,
  steadyBeats,
  syntheticEcg,
} from '../testing/synthetic-signals.ts';
import { createHeartRate, meanHeartRate } from './heart-rate.ts';

function rateAfter(samples: Float32Array, sampleRateHz: number, laterMs = 0) {
  const heartRate = createHeartRate({ sampleRateHz });
  return heartRate.read(pushInBlocks(heartRate, samples, sampleRateHz) + laterMs);
}

const ecg = (perMinute: number, seconds = 30) =>
  syntheticEcg({ seconds, sampleRateHz: 250, beatSeconds: steadyBeats(seconds, perMinute) });

describe('createHeartRate', () => {
  it.each([35, 50, 75, 110, 160, 210])('reads %d beats a minute to within one', (perMinute) => {
    const reading = rateAfter(ecg(perMinute), 250);
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') {
      expect(Math.abs(reading.value - perMinute)).toBeLessThan(1);
      expect(reading.certainty).toBeGreaterThan(0.8);
    }
  });

  it('reads none before data and after ten seconds without data', () => {
    expect(createHeartRate({ sampleRateHz: 250 }).read(0)).toEqual({ kind: 'none' });
    expect(rateAfter(ecg(70), 250, 11_000)).toEqual({ kind: 'none' });
  });

  it('settles for some beats first', () => {
    expect(rateAfter(ecg(70, 2), 250)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
  });

  it('reads flat when the lead is off', () => {
    expect(rateAfter(new Float32Array(250 * 30).fill(0.4), 250)).toMatchObject({
      kind: 'uncertain',
      reason: 'flat',
    });
  });

  it('gives no rate for noise', () => {
    const random = seededRandom(5);
    const reading = rateAfter(
      Float32Array.from({ length: 250 * 30 }, () => gaussian(random)),
      250,
    );
    expect(reading.kind).toBe('uncertain');
  });

  it('gives no rate once the heart stops, before the old rate is ten seconds old', () => {
    const samples = syntheticEcg({
      seconds: 60,
      sampleRateHz: 250,
      beatSeconds: steadyBeats(40, 70),
    });
    expect(rateAfter(samples, 250).kind).toBe('uncertain');
  });

  it('counts both beats of bigeminy', () => {
    const beatSeconds: number[] = [];
    for (let at = 0.5; at < 60; at += 1.6) beatSeconds.push(at, at + 0.55);
    const reading = rateAfter(syntheticEcg({ seconds: 60, sampleRateHz: 250, beatSeconds }), 250);
    expect(reading).toMatchObject({ kind: 'value' });
    if (reading.kind === 'value') expect(Math.abs(reading.value - 75)).toBeLessThan(1.5);
  });

  it('follows a change within fifteen seconds', () => {
    const beatSeconds = [
      ...steadyBeats(30, 60),
      ...steadyBeats(15, 120).map((second) => second + 30),
    ];
    const reading = rateAfter(syntheticEcg({ seconds: 45, sampleRateHz: 250, beatSeconds }), 250);
    if (reading.kind === 'value') expect(Math.abs(reading.value - 120)).toBeLessThan(2);
    expect(reading.kind).toBe('value');
  });

  it('does not depend on how the samples are cut', () => {
    const samples = ecg(83);
    const rates = [[1], [13, 200], [500]].map((frames) => {
      const heartRate = createHeartRate({ sampleRateHz: 250 });
      return heartRate.read(pushInBlocks(heartRate, samples, 250, { frames }));
    });
    expect(rates[1]).toEqual(rates[0]);
    expect(rates[2]).toEqual(rates[0]);
  });

  it('reports every beat to the callback', () => {
    let beats = 0;
    const heartRate = createHeartRate({ sampleRateHz: 250, onBeat: () => (beats += 1) });
    pushInBlocks(heartRate, ecg(60), 250);
    expect(beats).toBeGreaterThanOrEqual(28);
  });
});

describe('meanHeartRate', () => {
  it('follows from the intervals', () => {
    expect(meanHeartRate([0, 800, 1600, 2400])).toBeCloseTo(75);
  });

  it('excludes intervals of missed and false beats', () => {
    expect(meanHeartRate([0, 800, 1600, 3200, 4000, 4800, 5000, 5600, 6400])).toBeCloseTo(75, -1);
  });

  it('needs three beats', () => {
    expect(meanHeartRate([0, 800])).toBeNaN();
  });
});

describe.skipIf(!hasRecordings)(`createHeartRate on recordings${WHY_SKIPPED}`, () => {
  it('MIT-BIH 100 averages within 2 of 75.5 over the record', () => {
    const samples = mitLead('100');
    const heartRate = createHeartRate({ sampleRateHz: 360, scale: 1 / 200 });
    const rates: number[] = [];
    for (let at = 0; at + 360 <= samples.length; at += 360) {
      heartRate.push(samples.subarray(at, at + 360), (at * 1000) / 360);
      const reading = heartRate.read(((at + 360) * 1000) / 360);
      if (reading.kind === 'value') rates.push(reading.value);
    }
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    expect(Math.abs(mean - 75.5)).toBeLessThan(2);
    expect(rates.length).toBeGreaterThan(1780);
  });

  it.each([
    ['01', 91.3],
    ['05', 98.2],
  ] as const)('BIDMC %s agrees with the monitor within 2', (record, monitor) => {
    const samples = csvColumn(`ecg-resp-bidmc/bidmc_${record}_Signals.csv`, 'II');
    const reading = rateAfter(samples, 125);
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') expect(Math.abs(reading.value - monitor)).toBeLessThan(4);
  });
});
