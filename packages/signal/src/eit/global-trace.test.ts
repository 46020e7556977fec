import { describe, expect, it } from 'vitest';
import { measureRespiration } from '../respiration/respiration-rate.ts';
import { eitAsset, thoraxAsset } from '../testing/eit-assets.ts';
import { goeMfFrames, hasSharedRecordings, whyAbsent } from '../testing/shared-recordings.ts';
import { createEitImager } from './eit-imager.ts';
import { globalImpedance } from './eit-regions.ts';
import { createGlobalTrace } from './global-trace.ts';
import { createReferenceTracker } from './reference-tracker.ts';
import { simulateThorax } from './thorax-simulator.ts';

const model = eitAsset('thorax');
const thorax = thoraxAsset();
const RATE_HZ = 20;
const breathing = (seconds: number, perMinute: number): Float32Array[] =>
  Array.from({ length: seconds * RATE_HZ }, (_, frame) => simulateThorax(thorax, { breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * perMinute * frame) / (60 * RATE_HZ)) }));

describe('the global trace', () => {
  it('is the sum of the image, frame for frame', () => {
    const [trace, tracker, imager] = [createGlobalTrace(model, RATE_HZ), createReferenceTracker({ frameRateHz: RATE_HZ, kind: 'mean' }), createEitImager(model)];
    for (const frame of breathing(10, 15)) {
      tracker.push(frame);
      expect(trace.push(frame)).toBeCloseTo(globalImpedance(imager.image(frame, tracker.reference()!)), 3);
    }
  });

  it('goes on when an electrode is lost, and says nothing where half the readings are', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    const frames = breathing(60, 15).map((frame) => frame.map((value, i) => ((i % 13) + Math.floor(i / 13) === 9 || Math.floor(i / 13) === 4 ? Number.NaN : value)));
    expect(measureRespiration(Float32Array.from(frames, (frame) => trace.push(frame)), RATE_HZ)).toMatchObject({ kind: 'value', value: expect.closeTo(15, 0) });
    expect(trace.push(frames[0]!.map((value, i) => (i < 110 ? Number.NaN : value)))).toBeNaN();
  });

  it('begins anew after a break, whatever stood before it', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    for (const frame of breathing(20, 15)) trace.push(frame.map((value) => 3 * value));
    trace.reset();
    expect(Math.abs(trace.push(breathing(1, 15)[0]!))).toBeLessThan(1e-6);
  });
});

describe.skipIf(!hasSharedRecordings)(`real tomography${whyAbsent}`, () => {
  it.each([
    ['goettingen-neonate/P04P-1016.get', 34.6, 37.6], ['viasys-adult-breathing/vivo150905_t1_001.get', 18.9, 19.9],
  ])('%s breathes as it did', (path, least, most) => {
    const trace = createGlobalTrace(model, 13);
    const reading = measureRespiration(Float32Array.from(goeMfFrames(`eit/${path}`), (frame) => trace.push(frame)), 13);
    expect(reading.kind === 'value' ? reading.value : Number.NaN).toBeGreaterThanOrEqual(least);
    expect(reading.kind === 'value' ? reading.value : Number.NaN).toBeLessThanOrEqual(most);
  });
});
