import { describe, expect, it } from 'vitest';
import type { TrackBackground } from './track-background.ts';
import type { Surface2D, SurfaceCanvas } from './surface.ts';
import { createScrollAxis, createSweepAxis } from './time-axis.ts';

/** Records which columns were repainted. */
function notingPaper(): TrackBackground & { readonly strips: [number, number][] } {
  const strips: [number, number][] = [];
  return { strips, fill: (_context, fromX, toX) => strips.push([fromX, toX]) };
}

// The axis only passes the surface to the paper; scrolling copies it onto itself, which this test
// does not check.
const surface = { drawImage: () => undefined } as unknown as Surface2D;
const canvas = {} as SurfaceCanvas;

describe('the sweep axis', () => {
  const start = (): {
    axis: ReturnType<typeof createSweepAxis>;
    paper: ReturnType<typeof notingPaper>;
  } => {
    const axis = createSweepAxis(100, 0.1, 1);
    const paper = notingPaper();
    axis.restart(surface, paper, 10_000);
    paper.strips.length = 0;
    return { axis, paper };
  };

  it('the pen returns to the left after every window', () => {
    const { axis } = start();
    expect(
      [10_000, 10_250, 10_990, 11_000, 11_250].map((timeMs) => Math.round(axis.getX(timeMs))),
    ).toEqual([0, 25, 99, 0, 25]);
  });

  it('each column is cleared once, ahead of the pen, even across the edge', () => {
    const { axis, paper } = start();
    for (let timeMs = 10_000; timeMs <= 11_000; timeMs += 17)
      expect(axis.advance(surface, paper, timeMs)).toBe(true);
    const cleared = paper.strips.flatMap(([from, to]) =>
      Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i),
    );
    expect(new Set(cleared).size).toBe(cleared.length);
    expect(Math.min(...cleared)).toBe(0);
  });

  it('a repaint is requested after a long stop and when the clock is set back', () => {
    const { axis, paper } = start();
    expect([axis.advance(surface, paper, 10_600), axis.advance(surface, paper, 9_000)]).toEqual([
      false,
      false,
    ]);
  });

  it('the time of a column is known before and behind the pen', () => {
    const { axis, paper } = start();
    axis.advance(surface, paper, 10_300);
    expect(axis.timeAt(10)).toBeCloseTo(10_100);
    expect(axis.timeAt(80)).toBeCloseTo(9_800);
    expect(axis.oldestMs()).toBeGreaterThan(9_300);
  });
});

describe('lines of the past', () => {
  it('each line ends exactly where the cleared bar of the next begins, so nothing is lost', () => {
    const nowMs = 10_300;
    const lines = [0, 1, 2].map((linesBack) => {
      const axis = createSweepAxis(400, 0.1, 1, linesBack);
      const newestMs = nowMs - linesBack * 4000 + axis.aheadMs;
      axis.restart(surface, notingPaper(), newestMs);
      return { newestMs, oldestMs: axis.oldestMs() };
    });
    const [now, one, two] = lines;
    expect(one?.newestMs).toBeCloseTo(now?.oldestMs ?? 0);
    expect(two?.newestMs).toBeCloseTo(one?.oldestMs ?? 0);
    expect((one?.newestMs ?? 0) - (one?.oldestMs ?? 0)).toBeGreaterThan(3960);
  });
});

describe('the scroll axis', () => {
  it('the newest time stays at the right edge and the axis moves in whole pixels', () => {
    const axis = createScrollAxis(canvas, { x: 0, y: 0, width: 100, height: 10 }, 0.1);
    const paper = notingPaper();
    axis.restart(surface, paper, 10_000);
    paper.strips.length = 0;
    expect([axis.advance(surface, paper, 10_004), axis.advance(surface, paper, 10_036)]).toEqual([
      true,
      true,
    ]);
    expect(paper.strips).toEqual([[97, 100]]);
    expect(axis.getX(10_030)).toBe(99);
    expect(axis.timeAt(99)).toBe(10_030);
    expect(axis.wrapWidth).toBe(Number.POSITIVE_INFINITY);
  });

  it('a repaint is requested after more than a window', () => {
    const axis = createScrollAxis(canvas, { x: 0, y: 0, width: 100, height: 10 }, 0.1);
    axis.restart(surface, notingPaper(), 10_000);
    expect(axis.advance(surface, notingPaper(), 12_000)).toBe(false);
  });
});
