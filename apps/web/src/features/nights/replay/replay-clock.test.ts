import { describe, expect, it } from 'vitest';
import { createReplayClock } from './replay-clock.ts';

/** Eight hours played in a minute, with manual frames. */
function clock(startMs = 0) {
  let pending: ((nowMs: number) => void) | null = null;
  const replay = createReplayClock({
    fromMs: 0,
    toMs: 28_800_000,
    startMs,
    playMs: 60_000,
    frames: (onFrame) => {
      pending = onFrame;
      return () => {
        pending = null;
      };
    },
  });
  return {
    replay,
    isAsking: () => pending !== null,
    frame: (nowMs: number): void => {
      const due = pending;
      pending = null;
      due?.(nowMs);
    },
  };
}

describe('the replay clock', () => {
  it('the clock runs 480 times as fast as the night', () => {
    const { replay, frame } = clock();
    replay.play();
    for (let nowMs = 1000; nowMs <= 2000; nowMs += 20) frame(nowMs);
    expect(replay.current()).toEqual({ atMs: 480_000, isPlaying: true, speed: 1 });
    replay.setSpeed(2);
    frame(2100);
    expect(replay.current().atMs).toBe(480_000 + 96_000);
  });

  it('the clock does not jump after a page was hidden', () => {
    const { replay, frame } = clock();
    replay.play();
    frame(1000);
    frame(61_000);
    expect(replay.current().atMs).toBe(250 * 480);
  });

  it('the clock stops at the end, requests no more frames, and restarts from the beginning', () => {
    const { replay, frame, isAsking } = clock(28_799_000);
    replay.play();
    frame(0);
    frame(100);
    expect(replay.current()).toMatchObject({ atMs: 28_800_000, isPlaying: false });
    expect(isAsking()).toBe(false);
    replay.play();
    expect(replay.current()).toMatchObject({ atMs: 0, isPlaying: true });
  });

  it('the clock pauses, resumes where it paused, and seeks within the night only', () => {
    const { replay, frame, isAsking } = clock();
    replay.play();
    frame(0);
    frame(100);
    replay.pause();
    expect(isAsking()).toBe(false);
    replay.play();
    frame(10_000);
    expect(replay.current().atMs).toBe(48_000);
    replay.seek(-5);
    expect(replay.current().atMs).toBe(0);
    replay.seek(99_999_999);
    expect(replay.current().atMs).toBe(28_800_000);
  });

  it('the clock notifies its listeners until they unsubscribe', () => {
    const { replay } = clock();
    let calls = 0;
    const leave = replay.subscribe(() => {
      calls += 1;
    });
    replay.seek(5);
    leave();
    replay.seek(6);
    expect(calls).toBe(1);
  });
});
