import { describe, expect, it } from 'vitest';
import { labelLetters } from '../actigraphy/sleep-wake-labels.ts';
import { seededRandom } from '../testing/synthetic-signals.ts';
import { heartRateVariation } from './heart-rate-variation.ts';
import { scoreSleepWake } from './sleep-wake.ts';
import { sleepWakeFeatures, sleepWakeInputs } from './sleep-wake-features.ts';
import sleepWakeModel from './sleep-wake-model.json' with { type: 'json' };

/**
 * Eight hours: restless for 30 min, then still except for turning over, restless for 20 min at 240,
 * then still.
 */
function activity(scale = 1): Float64Array {
  const random = seededRandom(11);
  return Float64Array.from({ length: 960 }, (_, epoch) => {
    const restless = epoch < 60 || (epoch >= 480 && epoch < 520);
    return scale * (restless ? 20 + 60 * random() : random() < 0.02 ? 15 : 0.2 * random());
  });
}

const noHeart = new Float64Array(960).fill(Number.NaN);
const awakeShare = (letters: string[], from: number, to: number) =>
  letters.slice(from, to).filter((letter) => letter === 'W').length / (to - from);

describe('scoreSleepWake', () => {
  const letters = labelLetters(scoreSleepWake(activity(), noHeart).labels);

  it('labels restless epochs awake and still epochs asleep', () => {
    expect(awakeShare(letters, 0, 50)).toBeGreaterThan(0.9);
    expect(awakeShare(letters, 485, 515)).toBeGreaterThan(0.6);
    expect(awakeShare(letters, 120, 460)).toBeLessThan(0.1);
  });

  it('does not depend on the unit of activity', () => {
    expect(labelLetters(scoreSleepWake(activity(37.5), noHeart).labels)).toEqual(letters);
  });

  it('labels a night without movement asleep, and epochs without data unknown', () => {
    expect(
      awakeShare(labelLetters(scoreSleepWake(new Float64Array(960), noHeart).labels), 60, 900),
    ).toBe(0);
    const gap = activity().map((value, epoch) =>
      epoch >= 300 && epoch < 320 ? Number.NaN : value,
    );
    const scored = scoreSleepWake(gap, noHeart);
    expect(labelLetters(scored.labels).slice(300, 320).join('')).toBe('?'.repeat(20));
    expect(scored.probabilityOfSleep[310]).toBeNaN();
    expect(scoreSleepWake([], []).labels).toHaveLength(0);
  });

  it('derives its labels from the probabilities', () => {
    const { labels, probabilityOfSleep } = scoreSleepWake(activity(), noHeart);
    for (const [epoch, share] of probabilityOfSleep.entries()) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(labels[epoch]).toBe(share >= sleepWakeModel.asleepFrom ? 1 : 0);
    }
  });

  it('uses a model with the inputs of the features', () => {
    expect(sleepWakeModel.linear.inputs).toEqual([...sleepWakeInputs]);
    for (const row of sleepWakeFeatures(activity(), noHeart))
      expect(row).toHaveLength(sleepWakeInputs.length);
  });
});

describe('heartRateVariation', () => {
  it('rises where the rate changes, and has no unit', () => {
    const rate = Float64Array.from(
      { length: 400 },
      (_, epoch) =>
        60 + (epoch > 200 && epoch < 260 ? 8 * Math.sin(epoch / 5) : 0.5 * Math.sin(epoch / 9)),
    );
    const variation = heartRateVariation(rate);
    expect(variation[230]).toBeGreaterThan(4 * (variation[100] ?? 0));
    const scaled = heartRateVariation(rate.map((value) => 1.5 * value));
    expect(scaled[230]).toBeCloseTo(variation[230] ?? 0, 9);
  });

  it('returns variations unchanged, with their gaps', () => {
    expect([...heartRateVariation([0.3, 0.5, 0.4])]).toEqual([0.3, 0.5, 0.4]);
    expect(heartRateVariation(new Float64Array(50).fill(Number.NaN))[20]).toBeNaN();
  });
});
