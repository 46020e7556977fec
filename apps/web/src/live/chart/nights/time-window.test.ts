import { describe, expect, it } from 'vitest';
import type { NightLane } from './night-spec.ts';
import { layOut, nearness } from './lane-layout.ts';
import { tableRows } from './lane-values.ts';
import { createTimeWriter } from './time-grid.ts';
import { afterKey, getLength, MAX_WINDOW_MS, moved, MIN_WINDOW_MS, zoomed } from './time-window.ts';

const HOUR = 3_600_000;
const bounds = { fromMs: 0, toMs: 30 * 24 * HOUR };
const window = { fromMs: 100 * HOUR, toMs: 108 * HOUR };

describe('rows of a table', () => {
  it('rows begin at round times and have a round length', () => {
    expect(
      tableRows({ fromMs: 20 * HOUR + 558_000, toMs: 20 * HOUR + 558_000 + 12.2 * HOUR }, 60),
    ).toEqual({ fromMs: 20 * HOUR, stepMs: 900_000, rows: 50 });
    expect(tableRows({ fromMs: 15 * HOUR, toMs: 16 * HOUR }, 60)).toEqual({
      fromMs: 15 * HOUR,
      stepMs: 60_000,
      rows: 60,
    });
    expect(tableRows({ fromMs: 100, toMs: 700 }, 60)).toEqual({
      fromMs: 100,
      stepMs: 10,
      rows: 60,
    });
  });
});

describe('zooming', () => {
  it('the time under the pointer stays in place', () => {
    const next = zoomed(window, 0.25, 106 * HOUR, bounds);
    expect(getLength(next)).toBe(2 * HOUR);
    expect((106 * HOUR - next.fromMs) / getLength(next)).toBeCloseTo(0.75, 9);
  });

  it('the zoom ranges from a month to a heartbeat', () => {
    let seen = bounds;
    for (let step = 0; step < 60; step++) seen = zoomed(seen, 1 / 1.5, 105 * HOUR, bounds);
    expect(getLength(seen)).toBe(MIN_WINDOW_MS);
    expect(seen.fromMs).toBeLessThanOrEqual(105 * HOUR);
    for (let step = 0; step < 60; step++) seen = zoomed(seen, 1.5, 105 * HOUR, bounds);
    expect(getLength(seen)).toBe(MAX_WINDOW_MS);
  });

  it('the data never leaves the view completely', () => {
    const left = moved(window, -1e12, bounds);
    expect(left.toMs).toBeGreaterThan(bounds.fromMs);
    expect(moved(window, 1e12, bounds).fromMs).toBeLessThan(bounds.toMs);
    expect(getLength(left)).toBe(getLength(window));
  });
});

describe('keys', () => {
  const after = (key: string) =>
    afterKey(key, false, window, 104 * HOUR, bounds, { fromMs: 96 * HOUR, toMs: 120 * HOUR });
  it.each([
    ['ArrowLeft', { fromMs: 98.4 * HOUR, toMs: 106.4 * HOUR }],
    ['ArrowRight', { fromMs: 101.6 * HOUR, toMs: 109.6 * HOUR }],
    ['Home', { fromMs: 96 * HOUR, toMs: 104 * HOUR }],
    ['End', { fromMs: 112 * HOUR, toMs: 120 * HOUR }],
    ['0', { fromMs: 96 * HOUR, toMs: 120 * HOUR }],
    ['a', null],
  ])('%s', (key, expected) => {
    expect(after(key)).toEqual(expected);
  });

  it('zoom keys zoom around the cursor', () => {
    const [nearer, further] = [after('+') ?? expect.fail(), after('-') ?? expect.fail()];
    expect([getLength(nearer) / HOUR, getLength(further) / HOUR]).toEqual([8 / 1.5, 12]);
    expect((nearer.fromMs + nearer.toMs) / 2).toBeCloseTo(104 * HOUR, 3);
  });
});

describe('the time axis', () => {
  const writer = createTimeWriter('Asia/Tokyo', 'ja');
  it('labels are at round times of the zone, with midnight marked', () => {
    const { ticks, stepMs } = writer.grid(
      { fromMs: Date.parse('2026-11-20T13:10:00Z'), toMs: Date.parse('2026-11-20T21:00:00Z') },
      10,
    );
    expect(stepMs).toBe(HOUR);
    expect(ticks.map(({ label }) => label)).toEqual([
      '23:00',
      '00:00',
      '01:00',
      '02:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
    ]);
    expect(ticks.flatMap(({ day }) => (day === null ? [] : [day]))).toEqual(['11/21(土)']);
  });

  it('labels show fractions of a second up close, and days from afar', () => {
    const start = Date.parse('2026-11-20T15:00:00Z');
    expect(
      writer.grid({ fromMs: start, toMs: start + 1000 }, 4).ticks.map(({ label }) => label),
    ).toEqual(['00:00:00.00', '00:00:00.50', '00:00:01.00']);
    expect(
      writer
        .grid({ fromMs: start, toMs: start + 3 * 86_400_000 }, 4)
        .ticks.map(({ label }) => label),
    ).toEqual(['11/21(土)', '11/22(日)', '11/23(月)', '11/24(火)']);
  });

  it('labels stay at round times when the clocks change', () => {
    const newYork = createTimeWriter('America/New_York', 'en');
    const { ticks } = newYork.grid(
      { fromMs: Date.parse('2026-10-31T16:00:00Z'), toMs: Date.parse('2026-11-02T17:00:00Z') },
      9,
    );
    expect(ticks.map(({ label }) => label)).toEqual([
      '12:00',
      '18:00',
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '00:00',
      '06:00',
      '12:00',
    ]);
  });
});

describe('lanes', () => {
  const lane = (
    id: string,
    far: number,
    near: number,
    missing: string | null = null,
  ): NightLane => ({ kind: 'spans', id, label: id, unit: '', far, near, missing, spans: [] });
  const area = { x: 0, y: 0, width: 100, height: 420 };

  it('the lanes share the height without gaps or overlap, and waves grow when seconds are visible', () => {
    const lanes = [lane('night', 4, 1), lane('wave', 1, 4), lane('none', 9, 9, 'why')];
    const heights = (windowMs: number): number[] =>
      layOut(lanes, area, nearness(windowMs), 10, 20).map(({ height }) => height);
    expect(heights(8 * HOUR)).toEqual([304, 76, 20]);
    expect(heights(10_000)).toEqual([76, 304, 20]);
  });

  it('waves grow without a jump', () => {
    let before = nearness(24 * HOUR);
    for (let windowMs = 24 * HOUR; windowMs > 1000; windowMs /= 1.05) {
      expect(nearness(windowMs) - before).toBeLessThan(0.04);
      before = nearness(windowMs);
    }
    expect(before).toBe(1);
  });
});
