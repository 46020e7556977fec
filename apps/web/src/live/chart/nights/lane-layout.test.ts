import { describe, expect, it } from 'vitest';
import { layOut } from './lane-layout.ts';
import type { SpansLane } from './night-spec.ts';

const lane = (far: number, near: number, missing: string | null = null): SpansLane => ({
  kind: 'spans',
  id: 'presence',
  label: '',
  unit: '',
  far,
  near,
  missing,
  spans: [],
});
const area = { x: 0, y: 0, width: 100, height: 330 };
/** The lanes of a night when minutes are visible: a few large, many small. */
const NIGHT = [
  lane(4.2, 1.6),
  lane(2.4, 1),
  lane(0.7, 0.5),
  lane(0.7, 0.5),
  lane(0.7, 5),
  lane(0.7, 3),
  lane(0.7, 3),
  lane(0.7, 0.5, 'none'),
];

describe('lanes of a night', () => {
  it.each([0, 0.5, 1])(
    'each lane leaves a line for its name, and all lanes fill the chart (near %d)',
    (near) => {
      const boxes = layOut(NIGHT, area, near, 8, 16);
      for (const [index, { y }] of boxes.entries())
        if (index > 0) expect(y - (boxes[index - 1]?.y ?? 0)).toBeGreaterThanOrEqual(15);
      // Small lanes get little height. Zoomed in, waveforms keep most of the chart.
      expect(boxes[4]?.height).toBeGreaterThan(near === 1 ? 60 : 8);
      const last = boxes.at(-1);
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBe(area.height);
    },
  );

  it('lanes share the height when there is less than a line for each', () => {
    const boxes = layOut(NIGHT, { ...area, height: 80 }, 1, 0, 16);
    expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([10]));
  });

  it('an unknown lane takes a single line', () => {
    expect(
      layOut([lane(1, 1), lane(1, 1, 'none')], area, 0, 0, 16).map(({ height }) => height),
    ).toEqual([314, 16]);
    expect(layOut([], area, 0, 0, 16)).toEqual([]);
  });
});
