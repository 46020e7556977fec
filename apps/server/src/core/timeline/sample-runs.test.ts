import { describe, expect, it } from 'vitest';
import { joinRuns, type TimedFrame } from './sample-runs.ts';

const frame = (timeUs: number, first: number, more: Partial<TimedFrame> = {}): TimedFrame => ({
  timeUs,
  sampleRateHz: 100,
  clockOffsetUs: 0,
  sequence: 0,
  channels: [Int16Array.from({ length: 10 }, (_, index) => first + index)],
  ...more,
});
const shape = (frames: readonly TimedFrame[], fromUs = 0, toUs = 1e9) =>
  joinRuns(frames, fromUs, toUs).map((run) => [run.firstSampleTimeUs, run.channels[0]?.length]);

describe('joinRuns', () => {
  it('joins consecutive frames in order of time', () => {
    const [run] = joinRuns([frame(100_000, 10), frame(0, 0), frame(200_000, 20)], 0, 1e9);
    expect(run).toMatchObject({ firstSampleTimeUs: 0, sampleRateHz: 100, clockOffsetUs: 0 });
    expect([...(run?.channels[0] ?? [])]).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });

  it('splits at missing and overlapping frames', () => {
    expect(shape([frame(0, 0), frame(200_000, 0)])).toEqual([
      [0, 10],
      [200_000, 10],
    ]);
    expect(shape([frame(0, 0), frame(50_000, 0)])).toEqual([
      [0, 10],
      [50_000, 10],
    ]);
  });

  it('tolerates clock jitter, but no deviation of more than 1.5 samples', () => {
    expect(shape([frame(0, 0), frame(100_900, 0), frame(199_200, 0)])).toEqual([[0, 30]]);
    const drifting = Array.from({ length: 200 }, (_, number) => frame(number * 100_200, 0));
    const runs = shape(drifting);
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.reduce((sum, [, length]) => sum + (length ?? 0), 0)).toBe(2_000);
    // 0.2 ms of drift per frame reaches 15 ms after 76 frames.
    expect(Math.max(...runs.map(([, length]) => length ?? 0))).toBe(760);
  });

  it('splits where clock offset, rate or channels change', () => {
    expect(shape([frame(0, 0), frame(100_000, 0, { clockOffsetUs: 5 })])).toHaveLength(2);
    expect(shape([frame(0, 0), frame(100_000, 0, { sampleRateHz: 50 })])).toHaveLength(2);
    expect(
      shape([
        frame(0, 0),
        frame(100_000, 0, { channels: [new Int16Array(10), new Int16Array(10)] }),
      ]),
    ).toHaveLength(2);
  });

  it('trims runs to the range, excluding its end', () => {
    expect(shape([frame(0, 0), frame(100_000, 10)], 50_000, 150_000)).toEqual([[50_000, 10]]);
    expect(shape([frame(0, 0)], 50_001, 60_001)).toEqual([[60_000, 1]]);
    expect(shape([frame(0, 0)], 100_000, 200_000)).toEqual([]);
    expect(shape([frame(0, 0, { sampleRateHz: 0 })], 0, 1)).toEqual([[0, 10]]);
    expect(shape([frame(5, 0, { sampleRateHz: 0 })], 0, 5)).toEqual([]);
  });
});
