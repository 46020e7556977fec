import { describe, expect, it } from 'vitest';
import { aView, type ChartBench, chartBench, toColumns, ecgLane } from './testing/chart-bench.ts';

const GREEN = [0, 255, 0] as const;
const RED = [255, 0, 0] as const;
const PURPLE = [255, 0, 255] as const;
const SIZE = { cssWidth: 500, cssHeight: 100, pixelRatio: 1 };
const FRAME_MS = 100;
const FRAME_SAMPLES = 25;

/**
 * Plays frames for some seconds at 60 frames a second; `digitalAt` returns null where the device is
 * silent.
 */
function play(
  bench: ChartBench,
  seconds: number,
  digitalAt: (second: number) => number | null,
): void {
  const startMs = bench.nowMs();
  let sent = 0;
  while (bench.nowMs() - startMs < seconds * 1000) {
    for (; startMs + (sent + 1) * FRAME_MS <= bench.nowMs(); sent++) {
      const second = (sent * FRAME_MS) / 1000;
      const digital = digitalAt(second);
      const wave = Int16Array.from({ length: FRAME_SAMPLES }, (_, i) =>
        digital !== null && Math.abs(digital) < 5000 ? digital + 300 * Math.sin(i) : (digital ?? 0),
      );
      if (digital !== null) bench.source.send(1, sent, startMs + sent * FRAME_MS, [wave]);
    }
    bench.step(1000 / 60);
  }
}

async function opened(
  more: Parameters<typeof aView>[0] = {},
): Promise<{ bench: ChartBench; canvas: OffscreenCanvas }> {
  const bench = await chartBench();
  const canvas = new OffscreenCanvas(1, 1);
  bench.engine.attach(1, canvas, aView(more), SIZE);
  await Promise.resolve();
  bench.step(0);
  return { bench, canvas };
}

describe.each(['sweep', 'scroll'] as const)('a trace in %s mode', (mode) => {
  it('data is drawn without holes, and a gap stays empty', async () => {
    const { bench, canvas } = await opened({ mode });
    play(bench, 8, (second) => (second >= 3 && second < 5 ? null : 0));
    const columns = toColumns(canvas, GREEN);
    const runs = emptyRuns(columns, canvas.width).filter((length) => length > 8);
    const gapPx = (2 / 10) * canvas.width;
    expect(runs.some((length) => Math.abs(length - gapPx) <= 4)).toBe(true);
    expect(columns.size).toBeGreaterThan(canvas.width * 0.5);
    expect(columns.size).toBeLessThan(canvas.width * 0.65);
    bench.engine.close();
  });

  it('saturation is marked at the edge and unmeasured samples at the bottom', async () => {
    const { bench, canvas } = await opened({ mode });
    play(bench, 8, (second) =>
      second >= 2 && second < 3 ? 32_767 : second >= 4 && second < 6 ? -32_768 : 0,
    );
    expect(toColumns(canvas, RED, [0, 3]).size).toBeGreaterThan(40);
    expect(toColumns(canvas, RED, [90, 100]).size).toBe(0);
    expect(toColumns(canvas, PURPLE, [90, 100]).size).toBeGreaterThan(25);
    bench.engine.close();
  });

  it('values beyond the lane are marked at the edge they left by, in another colour than saturation', async () => {
    const { bench, canvas } = await opened({ mode });
    play(bench, 8, (second) => (second >= 2 && second < 4 ? -4000 : 0));
    expect(toColumns(canvas, PURPLE, [96, 100]).size).toBeGreaterThan(70);
    expect(toColumns(canvas, PURPLE, [0, 4]).size).toBe(0);
    expect(toColumns(canvas, RED).size).toBe(0);
    bench.engine.close();
  });

  it('the head of a lane is reserved for its name, with any signal', async () => {
    const { bench, canvas } = await opened({ mode, headPx: 25 });
    play(bench, 6, (second) => (second < 2 ? 0 : 4000));
    expect(toColumns(canvas, GREEN, [0, 24]).size).toBe(0);
    expect(toColumns(canvas, GREEN, [25, 100]).size).toBeGreaterThan(canvas.width * 0.4);
    bench.engine.close();
  });

  it('a frozen trace does not move and reappears after a resize', async () => {
    const { bench, canvas } = await opened({ mode });
    play(bench, 6, () => 0);
    bench.engine.change(1, aView({ mode, frozen: true }));
    bench.step(0);
    const before = [...toColumns(canvas, GREEN)].join(' ');
    play(bench, 2, () => 1500);
    expect([...toColumns(canvas, GREEN)].join(' ')).toBe(before);
    bench.engine.resize(1, { ...SIZE, cssWidth: 250, pixelRatio: 2 });
    bench.step(1);
    expect(canvas.width).toBe(500);
    expect(toColumns(canvas, GREEN).size).toBeGreaterThan(200);
    bench.engine.close();
  });
});

describe('the sweep', () => {
  it('a cleared bar runs ahead of the pen after a full turn', async () => {
    const { bench, canvas } = await opened();
    play(bench, 14, () => 0);
    const longest = Math.max(...emptyRuns(toColumns(canvas, GREEN), canvas.width));
    expect(longest).toBeGreaterThanOrEqual(10);
    expect(longest).toBeLessThanOrEqual(30);
    bench.engine.close();
  });

  it('step-by-step drawing equals a full repaint', async () => {
    const { bench, canvas } = await opened();
    play(bench, 7, () => 0);
    const stepwise = toColumns(canvas, GREEN);
    bench.engine.resize(1, SIZE);
    bench.step(0);
    const whole = toColumns(canvas, GREEN);
    expect(Math.abs(stepwise.size - whole.size)).toBeLessThanOrEqual(3);
    bench.engine.close();
  });

  it('the view requests only its visible streams', async () => {
    const bench = await chartBench([
      {
        streamId: 1,
        kind: 'ecg',
        channels: 1,
        unit: 'mV',
        sampleRateHz: 250,
        scale: 0.001,
        offset: 0,
      },
      { streamId: 9, kind: 'impe', channels: 1, unit: 'Ω', sampleRateHz: 50, scale: 1, offset: 0 },
    ]);
    bench.engine.attach(1, new OffscreenCanvas(1, 1), aView(), SIZE);
    await expect.poll(() => bench.source.watches).toEqual([undefined, [1]]);
    bench.engine.close();
  });

  it('the ruler reads time and values between two cursors', async () => {
    const { bench } = await opened({ mode: 'scroll', lanes: [ecgLane] });
    play(bench, 11, (second) => (second < 6 ? 0 : 1000));
    bench.engine.ruler(1, [0.2, 0.8]);
    bench.step(300);
    const ruler = bench.report()?.views[0]?.ruler;
    expect(ruler?.deltaSeconds).toBeCloseTo(6, 1);
    expect((ruler?.lanes[0]?.second ?? 0) - (ruler?.lanes[0]?.first ?? 0)).toBeGreaterThan(0.3);
    bench.engine.close();
  });

  it('a denied watch is reported', async () => {
    const { bench } = await opened();
    bench.source.refuse('device-not-found');
    bench.step(300);
    expect(bench.report()?.devices[0]?.state).toEqual({
      kind: 'refused',
      code: 'device-not-found',
    });
    bench.engine.close();
  });
});

/** Lengths of the runs of columns without a pixel, even across the edge. */
function emptyRuns(columns: ReadonlySet<number>, width: number): number[] {
  const runs: number[] = [];
  const first = Math.min(...columns);
  let run = 0;
  for (let step = 0; step <= width; step++) {
    if (columns.has((first + step) % width)) {
      if (run > 0) runs.push(run);
      run = 0;
    } else run += 1;
  }
  return runs;
}
