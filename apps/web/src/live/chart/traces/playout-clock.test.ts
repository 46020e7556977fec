import { describe, expect, it } from 'vitest';
import { PlayoutClock } from './playout-clock.ts';

/** Plays frames of 200 ms that arrive with delays; returns the playhead at 60 frames a second. */
function play(
  delaysMs: readonly number[],
  seconds: number,
): { playhead: number; newest: number; nowMs: number }[] {
  const clock = new PlayoutClock();
  const arrivals = Array.from({ length: seconds * 5 }, (_, k) => ({
    atMs: 200 * (k + 1) + (delaysMs[k % delaysMs.length] ?? 0),
    newestMs: 1_000_000 + 200 * (k + 1),
  }));
  const steps: { playhead: number; newest: number; nowMs: number }[] = [];
  let next = 0;
  for (let nowMs = 0; nowMs < seconds * 1000; nowMs += 1000 / 60) {
    for (
      let arrival = arrivals[next];
      arrival !== undefined && arrival.atMs <= nowMs;
      arrival = arrivals[++next]
    )
      clock.observe(arrival.newestMs - 200, arrival.newestMs, arrival.atMs);
    steps.push({
      playhead: clock.playheadMs(nowMs),
      newest: next === 0 ? Number.NaN : (arrivals[next - 1]?.newestMs ?? Number.NaN),
      nowMs,
    });
  }
  return steps;
}

describe('PlayoutClock', () => {
  it('returns no playhead before data', () => {
    expect(new PlayoutClock().playheadMs(5)).toBeNaN();
  });

  it('moves evenly between bursts and never ahead of the data', () => {
    const settled = play([0, 30, 10, 60], 20).slice(600);
    const steps = settled.slice(1).map((step, k) => step.playhead - (settled[k]?.playhead ?? 0));
    expect(Math.max(...steps)).toBeLessThan(18.5);
    expect(Math.min(...steps)).toBeGreaterThan(15);
    expect(settled.every((step) => step.playhead <= step.newest)).toBe(true);
  });

  it('holds back no more than a frame and its jitter', () => {
    const last = play([0, 40], 20).at(-1);
    expect((last?.nowMs ?? 0) + 1_000_000 - (last?.playhead ?? 0)).toBeLessThan(200 + 40 + 60);
  });

  it('accepts history in a burst without a lasting delay', () => {
    const clock = new PlayoutClock();
    for (let k = 0; k < 150; k++) clock.observe(1_000_000 + 200 * k, 1_000_000 + 200 * (k + 1), 10);
    for (let k = 0; k < 40; k++)
      clock.observe(1_030_000 + 200 * k, 1_030_000 + 200 * (k + 1), 10 + 200 * (k + 1));
    expect(clock.playheadMs(8010)).toBeGreaterThan(1_038_000 - 300);
  });

  it('accepts history in frames of 50 ms without a lasting delay, each slightly faster than the one before', () => {
    const clock = new PlayoutClock();
    for (let k = 0; k < 600; k++) clock.observe(1_000_000 + 50 * k, 1_000_000 + 50 * (k + 1), 10);
    for (let k = 0; k < 20; k++)
      clock.observe(1_030_000 + 50 * k, 1_030_000 + 50 * (k + 1), 10 + 50 * (k + 1));
    expect(clock.playheadMs(1010)).toBeGreaterThan(1_031_000 - 300);
    expect(clock.holdMs).toBeLessThan(300);
  });

  it('does not increase the delay after an outage', () => {
    const clock = new PlayoutClock();
    for (let k = 1; k <= 20; k++) clock.observe(200 * k - 200, 200 * k, 200 * k);
    for (let k = 100; k <= 130; k++) clock.observe(200 * k - 200, 200 * k, 200 * k);
    expect(26_000 - clock.playheadMs(26_000)).toBeLessThan(300);
  });

  it('never runs back while the device continues', () => {
    const steps = play([0, 150, 5, 90], 10).filter((step) => !Number.isNaN(step.playhead));
    expect(
      steps.every((step, k) => k === 0 || step.playhead >= (steps[k - 1]?.playhead ?? 0)),
    ).toBe(true);
  });
});
