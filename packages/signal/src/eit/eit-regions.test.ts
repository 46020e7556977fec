import { describe, expect, it } from 'vitest';
import { eitAsset, thoraxAsset } from '../testing/eit-assets.ts';
import { createEitImager } from './eit-imager.ts';
import { eitRegions, globalImpedance, regionImpedance } from './eit-regions.ts';
import { simulateThorax } from './thorax-simulator.ts';

const { mask } = eitAsset('thorax');
const imager = createEitImager(eitAsset('thorax'));
const thorax = thoraxAsset();
const breath = (state: { leftRight?: number; frontBack?: number }) => {
  return imager.image(
    simulateThorax(thorax, { breath: 1, ...state }),
    simulateThorax(thorax, { breath: 0 }),
    new Float32Array(1024),
  );
};

describe('eitRegions', () => {
  it.each(['layers', 'quadrants'] as const)('%s cover exactly the body', (kind) => {
    const { labels } = eitRegions(kind, mask);
    for (const [pixel, label] of labels.entries()) expect(label > 0).toBe(mask[pixel] === 1);
    expect(new Set(labels)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it('layers run from front to back, quadrants left to right and front to back', () => {
    const layers = eitRegions('layers', mask).labels;
    const column = Array.from({ length: 32 }, (_, row) => layers[row * 32 + 16] ?? 0).filter(
      (label) => label > 0,
    );
    expect(column).toEqual(column.toSorted((a, b) => a - b));
    const quadrants = eitRegions('quadrants', mask).labels;
    expect([
      quadrants[10 * 32 + 6],
      quadrants[10 * 32 + 25],
      quadrants[20 * 32 + 6],
      quadrants[20 * 32 + 25],
    ]).toEqual([1, 2, 3, 4]);
  });

  it('region impedances sum to the global one, and air raises it', () => {
    const image = breath({});
    for (const kind of ['layers', 'quadrants'] as const) {
      const parts = regionImpedance(image, eitRegions(kind, mask));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(globalImpedance(image), 3);
    }
    expect(globalImpedance(image)).toBeGreaterThan(10);
  });

  it('air on one side shows in its quadrants', () => {
    const [a = 0, b = 0, c = 0, d = 0] = regionImpedance(
      breath({ leftRight: -1 }),
      eitRegions('quadrants', mask),
    );
    expect(b + d).toBeGreaterThan(4 * Math.abs(a + c));
  });

  it('air in front shows in the front layers', () => {
    const front = regionImpedance(breath({ frontBack: -1 }), eitRegions('layers', mask));
    const back = regionImpedance(breath({ frontBack: 1 }), eitRegions('layers', mask));
    expect((front[0] ?? 0) + (front[1] ?? 0)).toBeGreaterThan((back[0] ?? 0) + (back[1] ?? 0));
    expect((front[2] ?? 0) + (front[3] ?? 0)).toBeLessThan((back[2] ?? 0) + (back[3] ?? 0));
  });

  it('regionImpedance writes into the given array', () => {
    const out = new Float32Array(4).fill(5);
    expect(regionImpedance(new Float32Array(1024), eitRegions('layers', mask), out)).toBe(out);
    expect(Math.max(...out.map(Math.abs))).toBe(0);
  });
});
