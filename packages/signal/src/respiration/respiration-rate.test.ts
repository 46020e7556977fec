import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { csvColumn, goeMfFrames, sharedText } from '../testing/shared-recordings.ts';
import {
  breathing,
  gaussian,
  joinSamples,
  pushInBlocks,
  seededRandom,
} from '../testing/synthetic-signals.ts';
import { createRespirationRate, measureRespiration } from './respiration-rate.ts';

describe('createRespirationRate', () => {
  it.each([5, 6, 10, 15, 21, 30, 38, 50, 60, 70])(
    'reads %d breaths a minute to within half a breath',
    (perMinute) => {
      const rate = createRespirationRate({ sampleRateHz: 50 });
      const reading = rate.read(pushInBlocks(rate, breathing(70, 50, perMinute, 1, 0.05), 50));
      expect(reading.kind).toBe('value');
      if (reading.kind === 'value') expect(Math.abs(reading.value - perMinute)).toBeLessThan(0.5);
    },
  );

  it.each([13, 20, 50, 100, 125, 250])('works at %d samples a second', (sampleRateHz) => {
    const rate = createRespirationRate({ sampleRateHz });
    const reading = rate.read(
      pushInBlocks(rate, breathing(40, sampleRateHz, 18, 1, 0.03), sampleRateHz),
    );
    expect(reading).toMatchObject({ kind: 'value' });
    if (reading.kind === 'value') expect(reading.value).toBeCloseTo(18, 0);
  });

  it('gives a value for a neonate after ten seconds', () => {
    const rate = createRespirationRate({ sampleRateHz: 50 });
    expect(rate.read(pushInBlocks(rate, breathing(10, 50, 40), 50))).toMatchObject({
      kind: 'value',
    });
  });

  it('reads none before data and once they are ten seconds old', () => {
    const rate = createRespirationRate({ sampleRateHz: 50 });
    expect(rate.read(0)).toEqual({ kind: 'none' });
    const endMs = pushInBlocks(rate, breathing(40, 50, 15), 50);
    expect(rate.read(endMs + 11_000)).toEqual({ kind: 'none' });
  });

  it('settles first, and again after a gap', () => {
    const rate = createRespirationRate({ sampleRateHz: 50 });
    const endMs = pushInBlocks(rate, breathing(5, 50, 15), 50);
    expect(rate.read(endMs)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
    pushInBlocks(rate, breathing(40, 50, 15), 50, { startMs: endMs });
    const laterMs = pushInBlocks(rate, breathing(3, 50, 15), 50, { startMs: 200_000 });
    expect(rate.read(laterMs)).toMatchObject({ kind: 'uncertain', reason: 'settling' });
  });

  it('gives no value for noise', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const rate = createRespirationRate({ sampleRateHz: 50 });
      const reading = rate.read(
        pushInBlocks(
          rate,
          Float32Array.from({ length: 3500 }, () => gaussian(random)),
          50,
        ),
      );
      if (reading.kind === 'value') expect(reading.certainty).toBeLessThan(0.65);
    }
  });

  it('reads flat for a swing under flatBelow', () => {
    const rate = createRespirationRate({ sampleRateHz: 50, flatBelow: 0.1 });
    expect(rate.read(pushInBlocks(rate, breathing(40, 50, 15, 0.01), 50))).toMatchObject({
      kind: 'uncertain',
      reason: 'flat',
    });
  });

  it('follows a change of rate within the window', () => {
    const rate = createRespirationRate({ sampleRateHz: 50 });
    const samples = joinSamples(breathing(60, 50, 12), breathing(34, 50, 24));
    const reading = rate.read(pushInBlocks(rate, samples, 50));
    if (reading.kind === 'value') expect(Math.abs(reading.value - 24)).toBeLessThan(1);
    expect(reading.kind).toBe('value');
  });

  it('gives the time of the last breath, which stops when breathing does', () => {
    const rate = createRespirationRate({ sampleRateHz: 50 });
    const endMs = pushInBlocks(
      rate,
      joinSamples(breathing(30, 50, 15), new Float32Array(20 * 50)),
      50,
    );
    rate.read(endMs);
    expect(rate.lastBreathMs()).toBeGreaterThan(25_000);
    expect(rate.lastBreathMs()).toBeLessThan(31_000);
  });

  it('gives the same value for impedance that falls with the breath', () => {
    const samples = breathing(64, 50, 16, 1, 0.05);
    const up = measureRespiration(samples, 50);
    const down = measureRespiration(
      samples.map((value) => -value),
      50,
    );
    if (up.kind === 'value' && down.kind === 'value')
      expect(Math.abs(up.value - down.value)).toBeLessThan(0.3);
    expect([up.kind, down.kind]).toEqual(['value', 'value']);
  });

  it('does not depend on how the samples are cut', () => {
    const samples = breathing(50, 50, 17, 1, 0.1);
    const readings = [[1], [3, 50, 7], [2500]].map((frames) => {
      const rate = createRespirationRate({ sampleRateHz: 50 });
      return rate.read(pushInBlocks(rate, samples, 50, { frames }));
    });
    expect(readings[1]).toEqual(readings[0]);
    expect(readings[2]).toEqual(readings[0]);
  });
});

interface BidmcReference {
  [record: string]: { breaths: Record<'annotator1' | 'annotator2', { rr_window_bpm: number[] }> };
}

describe.skipIf(!hasRecordings)(`measureRespiration on recordings${WHY_SKIPPED}`, () => {
  it.each(['01', '05'])(
    'BIDMC %s: 64 s windows average within 0.25 of both annotators',
    (record) => {
      // The data folder describes the shape of this file.
      const reference = JSON.parse(sharedText('ecg-resp-bidmc/reference.json')) as BidmcReference;
      const breaths = reference[`bidmc_${record}`]?.breaths;
      const samples = csvColumn(`ecg-resp-bidmc/bidmc_${record}_Signals.csv`, 'RESP');
      const errors = (breaths?.annotator1.rr_window_bpm ?? []).map((first, window) => {
        const reading = measureRespiration(
          samples.subarray(window * 32 * 125, (window * 32 + 64) * 125),
          125,
        );
        const wanted = (first + (breaths?.annotator2.rr_window_bpm[window] ?? first)) / 2;
        return reading.kind === 'value' ? Math.abs(reading.value - wanted) : Number.NaN;
      });
      expect(errors.length).toBe(14);
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.25);
    },
  );

  it("BIDMC 05 live stays near 6 and never reads the monitor's 11", () => {
    const samples = csvColumn('ecg-resp-bidmc/bidmc_05_Signals.csv', 'RESP');
    const rate = createRespirationRate({ sampleRateHz: 125 });
    const rates: number[] = [];
    for (let second = 0; second < 480; second++) {
      rate.push(samples.subarray(second * 125, (second + 1) * 125), second * 1000);
      const reading = rate.read((second + 1) * 1000);
      if (reading.kind === 'value') rates.push(reading.value);
    }
    expect(rates.length).toBeGreaterThan(300);
    expect(Math.max(...rates)).toBeLessThan(8.5);
  });

  it.each([
    ['goettingen-neonate/P04P-1016.get', 34.5, 37.7],
    ['viasys-adult-breathing/vivo150905_t1_001.get', 18.9, 20.1],
    ['viasys-adult-breathing/vivo150905_t1_002.get', 4.2, 5],
  ])('EIT %s: the mean voltage breathes at %d to %d a minute', (path, lowest, highest) => {
    const mean = Float32Array.from(goeMfFrames(`eit/${path}`), (frame) =>
      frame.reduce((sum, value) => sum + value, 0),
    );
    const reading = measureRespiration(mean, 13);
    expect(reading.kind).toBe('value');
    if (reading.kind === 'value') {
      expect(reading.value).toBeGreaterThan(lowest);
      expect(reading.value).toBeLessThan(highest);
    }
  });
});
