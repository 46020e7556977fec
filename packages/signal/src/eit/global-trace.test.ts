import { describe, expect, it } from 'vitest';
import { measureRespiration } from '../respiration/respiration-rate.ts';
import { eitAsset, thoraxAsset } from '../testing/eit-assets.ts';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { goeMfFrames } from '../testing/shared-recordings.ts';
import { createEitImager } from './eit-imager.ts';
import { globalImpedance } from './eit-regions.ts';
import { createGlobalTrace } from './global-trace.ts';
import { createReferenceTracker } from './reference-tracker.ts';
import { simulateThorax } from './thorax-simulator.ts';

const model = eitAsset('thorax');
const thorax = thoraxAsset();
const RATE_HZ = 20;
const breathing = (seconds: number, perMinute: number): Float32Array[] =>
  Array.from({ length: seconds * RATE_HZ }, (_, frame) =>
    simulateThorax(thorax, {
      breath: 0.5 - 0.5 * Math.cos((2 * Math.PI * perMinute * frame) / (60 * RATE_HZ)),
    }),
  );

describe('createGlobalTrace', () => {
  it('equals the sum of the image for every frame', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    const tracker = createReferenceTracker({ frameRateHz: RATE_HZ, kind: 'mean' });
    const imager = createEitImager(model);
    for (const frame of breathing(10, 15)) {
      tracker.push(frame);
      expect(trace.push(frame)).toBeCloseTo(
        globalImpedance(imager.image(frame, tracker.reference()!)),
        3,
      );
    }
  });

  it('continues when an electrode is lost, and reads NaN once half the readings are', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    const frames = breathing(60, 15).map((frame) =>
      frame.map((value, i) =>
        (i % 13) + Math.floor(i / 13) === 9 || Math.floor(i / 13) === 4 ? Number.NaN : value,
      ),
    );
    expect(
      measureRespiration(
        Float32Array.from(frames, (frame) => trace.push(frame)),
        RATE_HZ,
      ),
    ).toMatchObject({ kind: 'value', value: expect.closeTo(15, 0) });
    expect(trace.push(frames[0]!.map((value, i) => (i < 110 ? Number.NaN : value)))).toBeNaN();
  });

  it('rises with air in the lungs, in proportion to the depth of the breath', () => {
    const swing = (depth: number): number => {
      const trace = createGlobalTrace(model, RATE_HZ);
      const values = breathing(30, 12).map((_, frame) =>
        trace.push(
          simulateThorax(thorax, {
            breath: depth * (0.5 - 0.5 * Math.cos((2 * Math.PI * 12 * frame) / (60 * RATE_HZ))),
          }),
        ),
      );
      const settled = values.slice(20 * RATE_HZ);
      // The lungs are fullest in the middle of a breath of five seconds, and empty at its ends.
      expect(settled[2.5 * RATE_HZ]).toBeGreaterThan(settled[0]!);
      return Math.max(...settled) - Math.min(...settled);
    };
    expect(swing(1) / swing(0.5)).toBeCloseTo(2, 0);
  });

  it('does not depend on the unit of the readings or the overall contact quality', () => {
    const createTrace = (factor: number): number[] => {
      const trace = createGlobalTrace(model, RATE_HZ);
      return breathing(5, 15).map((frame) => trace.push(frame.map((value) => factor * value)));
    };
    const volts = createTrace(1);
    const millivolts = createTrace(1000);
    for (const [at, value] of volts.entries()) expect(millivolts[at]).toBeCloseTo(value, 3);
  });

  it('reads NaN for a frame without readings, and continues with the next', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    const frames = breathing(10, 15);
    for (const frame of frames.slice(0, 100)) trace.push(frame);
    expect(trace.push(new Float32Array(208).fill(Number.NaN))).toBeNaN();
    expect(Number.isFinite(trace.push(frames[101]!))).toBe(true);
    expect(
      createGlobalTrace(model, RATE_HZ).push(new Float32Array(208).fill(Number.NaN)),
    ).toBeNaN();
  });

  it('restarts after a gap', () => {
    const trace = createGlobalTrace(model, RATE_HZ);
    for (const frame of breathing(20, 15)) trace.push(frame.map((value) => 3 * value));
    trace.reset();
    expect(Math.abs(trace.push(breathing(1, 15)[0]!))).toBeLessThan(1e-6);
  });
});

describe.skipIf(!hasRecordings)(`createGlobalTrace on recordings${WHY_SKIPPED}`, () => {
  it.each([
    ['goettingen-neonate/P04P-1016.get', 34.6, 37.6],
    ['viasys-adult-breathing/vivo150905_t1_001.get', 18.9, 19.9],
  ])('%s breathes at the known rate', (path, least, most) => {
    const trace = createGlobalTrace(model, 13);
    const reading = measureRespiration(
      Float32Array.from(goeMfFrames(`eit/${path}`), (frame) => trace.push(frame)),
      13,
    );
    expect(reading.kind === 'value' ? reading.value : Number.NaN).toBeGreaterThanOrEqual(least);
    expect(reading.kind === 'value' ? reading.value : Number.NaN).toBeLessThanOrEqual(most);
  });
});
