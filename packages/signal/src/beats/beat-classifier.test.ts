import { describe, expect, it } from 'vitest';
import { createBeatClassifier, type EnergyPeak } from './beat-classifier.ts';

const rate = 250;
const peak = (second: number, energy: number, slope = energy): EnergyPeak => ({
  energyAt: Math.round(second * rate),
  energy,
  slope,
  beatAt: Math.round(second * rate),
  amplitude: energy,
});

/** Offers peaks as time passes and returns the seconds of those classified as beats. */
function classify(peaks: readonly EnergyPeak[], seconds: number): number[] {
  const beats: number[] = [];
  const classifier = createBeatClassifier(rate, ({ beatAt }) => beats.push(beatAt / rate));
  let next = 0;
  for (let now = 0; now < seconds * rate; now++) {
    // A peak is confirmed a fifth of a second after it.
    while (next < peaks.length && (peaks[next]?.energyAt ?? 0) + rate / 5 <= now) {
      const known = peaks[next];
      if (known) classifier.offer(known);
      next += 1;
    }
    classifier.tick(now, 0.1);
  }
  classifier.flush();
  return beats;
}

const everySecond = (from: number, to: number, energy = 1) =>
  Array.from({ length: to - from }, (_, i) => peak(from + i + 0.5, energy));
const inOrder = (...peaks: EnergyPeak[]) => peaks.toSorted((a, b) => a.energyAt - b.energyAt);

describe('createBeatClassifier', () => {
  it('reports the learning beats too, in order', () => {
    expect(classify(everySecond(0, 10), 11)).toEqual([
      0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5,
    ]);
  });

  it('classifies a recording shorter than the learning period', () => {
    expect(classify(everySecond(0, 2), 1.6).length).toBe(1);
    expect(classify(everySecond(0, 2), 3).length).toBe(2);
  });

  it('ignores peaks under the threshold', () => {
    const small = Array.from({ length: 9 }, (_, i) => peak(i + 0.95, 0.2));
    expect(classify(inOrder(...everySecond(0, 10), ...small), 11).length).toBe(10);
  });

  it('ignores a T wave: soon after a beat, and less steep', () => {
    const tWaves = Array.from({ length: 10 }, (_, i) => peak(i + 0.8, 0.8, 0.3));
    expect(classify(inOrder(...everySecond(0, 10), ...tWaves), 11).length).toBe(10);
  });

  it('accepts an early beat that is as steep', () => {
    expect(classify(inOrder(...everySecond(0, 10), peak(5.8, 0.9)), 11)).toContain(5.8);
  });

  it('searches back for a weak beat in a pause', () => {
    const peaks = everySecond(0, 12).filter(({ energyAt }) => energyAt !== 6.5 * rate);
    expect(classify(inOrder(...peaks, peak(6.5, 0.25)), 13)).toContain(6.5);
  });

  it('does not report a beat where there was no peak', () => {
    const peaks = everySecond(0, 12).filter(({ energyAt }) => energyAt !== 6.5 * rate);
    expect(classify(peaks, 13).length).toBe(11);
  });

  it('adapts to weaker beats', () => {
    const fading = Array.from({ length: 30 }, (_, i) => peak(i + 0.5, 0.93 ** i));
    expect(classify(fading, 31).length).toBe(30);
  });

  it('learns again after five seconds without a beat', () => {
    const later = Array.from({ length: 15 }, (_, i) => peak(i + 20.5, 0.05));
    expect(
      classify([...everySecond(0, 10), ...later], 36).filter((second) => second > 20).length,
    ).toBeGreaterThanOrEqual(12);
  });

  it('loses no later beats after one artefact a hundred times as large', () => {
    expect(
      classify(inOrder(...everySecond(0, 20), peak(10.1, 100)), 21).filter((second) => second > 13)
        .length,
    ).toBe(7);
  });

  it('gives the contrast of beats to the mean energy, 1 before the first beat', () => {
    const classifier = createBeatClassifier(rate, () => {});
    expect(classifier.contrast()).toBe(1);
    for (let now = 0; now < 10 * rate; now++) {
      if (now % rate === 0) classifier.offer(peak(now / rate, 3));
      classifier.tick(now, 0.5);
    }
    expect(classifier.contrast()).toBeCloseTo(6, 3);
    classifier.reset();
    expect(classifier.contrast()).toBe(1);
  });
});
