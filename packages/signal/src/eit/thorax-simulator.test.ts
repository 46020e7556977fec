import { describe, expect, it } from 'vitest';
import { assetBytes, thoraxAsset } from '../testing/eit-assets.ts';
import { EitModelError } from './eit-model.ts';
import { reciprocalReading } from './measurement-order.ts';
import { decodeThoraxModel, encodeThoraxModel, simulateThorax } from './thorax-simulator.ts';

const thorax = thoraxAsset();
const total = (frame: Float32Array) => frame.reduce((sum, value) => sum + value, 0);

describe('simulateThorax', () => {
  it('gives the baseline at rest: positive, at most 1, reciprocal', () => {
    const frame = simulateThorax(thorax, { breath: 0 });
    expect(frame).toEqual(thorax.baseline);
    expect(Math.min(...frame)).toBeGreaterThan(0);
    expect(Math.max(...frame)).toBeCloseTo(1, 5);
    for (const [index, value] of frame.entries())
      expect(frame[reciprocalReading(index)]).toBeCloseTo(value, 4);
  });

  it('raises the voltages with more air', () => {
    const levels = [0, 0.5, 1, 1.5, 2].map((breath) => total(simulateThorax(thorax, { breath })));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    expect((levels[2] ?? 0) / (levels[0] ?? 1)).toBeGreaterThan(1.01);
  });

  it('changes the voltages with the heart by a small part of a breath', () => {
    const rest = total(simulateThorax(thorax, { breath: 0 }));
    const change = (state: Parameters<typeof simulateThorax>[1]) =>
      Math.abs(total(simulateThorax(thorax, state)) - rest);
    const share = change({ breath: 0, heart: 1 }) / change({ breath: 1 });
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.5);
  });

  it('distinguishes sides and depths', () => {
    const frames = [
      {},
      { leftRight: 0.5 },
      { leftRight: -0.5 },
      { frontBack: 0.5 },
      { frontBack: -0.5 },
    ].map((state) => [...simulateThorax(thorax, { breath: 1, ...state })].join());
    expect(new Set(frames).size).toBe(5);
  });

  it('writes into the given frame', () => {
    const out = new Float32Array(208);
    expect(simulateThorax(thorax, { breath: 1 }, out)).toBe(out);
    expect(out).toEqual(simulateThorax(thorax, { breath: 1 }));
  });

  it('round-trips its model and rejects other bytes', () => {
    expect(decodeThoraxModel(encodeThoraxModel(thorax))).toEqual(thorax);
    expect(() => decodeThoraxModel(new ArrayBuffer(10))).toThrow(EitModelError);
    expect(() =>
      decodeThoraxModel(new ArrayBuffer(assetBytes('eit-thorax-simulator').byteLength)),
    ).toThrow(EitModelError);
  });
});
