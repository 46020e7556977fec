import { describe, expect, it } from 'vitest';
import { thoraxAsset } from '../testing/eit-assets.ts';
import { createReferenceTracker } from './reference-tracker.ts';
import { simulateThorax } from './thorax-simulator.ts';

const thorax = thoraxAsset();
const expired = simulateThorax(thorax, { breath: 0 });
const inspired = simulateThorax(thorax, { breath: 1 });

function breathe(kind: 'mean' | 'endExpiration', seconds: number) {
  const tracker = createReferenceTracker({ frameRateHz: 20, kind });
  for (let frame = 0; frame < seconds * 20; frame++) {
    tracker.push(
      simulateThorax(thorax, { breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * frame) / 80) }),
    );
  }
  return tracker;
}

/** 0 = at the end of expiration, 1 = at the end of inspiration. */
function place(reference: Float32Array | undefined): number {
  const sum = (frame: Float32Array) => frame.reduce((total, value) => total + value, 0);
  return reference ? (sum(reference) - sum(expired)) / (sum(inspired) - sum(expired)) : Number.NaN;
}

describe('createReferenceTracker', () => {
  it('starts without a reference and uses the first frame as such', () => {
    const tracker = createReferenceTracker({ frameRateHz: 20, kind: 'mean' });
    expect(tracker.reference()).toBeUndefined();
    tracker.push(inspired);
    expect(tracker.reference()).toEqual(inspired);
  });

  it('averages to half the breath with kind mean', () => {
    expect(place(breathe('mean', 60).reference())).toBeCloseTo(0.5, 1);
  });

  it('stays at the foot of the breath with kind endExpiration', () => {
    expect(place(breathe('endExpiration', 60).reference())).toBeLessThan(0.05);
  });

  it('starts endExpiration with the mean until the first breath', () => {
    expect(place(breathe('endExpiration', 1).reference())).toBeGreaterThan(0.05);
  });

  it('follows a drift of the level', () => {
    const tracker = createReferenceTracker({ frameRateHz: 20, kind: 'mean', seconds: 5 });
    for (let i = 0; i < 200; i++) tracker.push(expired);
    for (let i = 0; i < 600; i++) tracker.push(expired.map((value) => value * 1.2));
    expect(tracker.reference()?.[0]).toBeCloseTo((expired[0] ?? 0) * 1.2, 2);
  });

  it('keeps the previous value of a reading that is not measured', () => {
    const tracker = createReferenceTracker({ frameRateHz: 20, kind: 'mean' });
    tracker.push(expired);
    tracker.push(expired.map((value, i) => (i === 3 ? Number.NaN : value)));
    expect(tracker.reference()?.[3]).toBeCloseTo(expired[3] ?? 0, 6);
  });

  it('forgets readings on a reset that the next frame does not measure', () => {
    const tracker = createReferenceTracker({ frameRateHz: 20, kind: 'mean' });
    tracker.push(expired.map((value) => 9 * value));
    tracker.reset();
    tracker.push(expired.map((value, i) => (i === 3 ? Number.NaN : value)));
    expect(tracker.reference()?.[3]).toBeNaN();
    tracker.push(expired);
    expect(tracker.reference()?.[3]).toBe(expired[3]);
  });

  it('initialises a reading that was missing at first with its first value, in both kinds', () => {
    for (const kind of ['mean', 'endExpiration'] as const) {
      const tracker = createReferenceTracker({ frameRateHz: 20, kind });
      for (let frame = 0; frame < 40; frame++)
        tracker.push(expired.map((value, i) => (i === 5 ? Number.NaN : value)));
      for (let frame = 0; frame < 400; frame++)
        tracker.push(
          simulateThorax(thorax, { breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * frame) / 80) }),
        );
      const least = Math.min(expired[5] ?? 0, inspired[5] ?? 0);
      const most = Math.max(expired[5] ?? 0, inspired[5] ?? 0);
      expect(tracker.reference()?.[5]).toBeGreaterThanOrEqual(least - 1e-4 * most);
      expect(tracker.reference()?.[5]).toBeLessThanOrEqual(most * 1.0001);
    }
  });

  it('starts over after a reset', () => {
    const tracker = breathe('endExpiration', 20);
    tracker.reset();
    expect(tracker.reference()).toBeUndefined();
    tracker.push(inspired);
    expect(place(tracker.reference())).toBeCloseTo(1, 5);
  });
});
