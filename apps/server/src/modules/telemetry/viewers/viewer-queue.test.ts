import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameBatch } from './frame-batch.ts';
import { createViewerQueue, type ViewerQueueLimits, type ViewerSink } from './viewer-queue.ts';

const limits: ViewerQueueLimits = { sinkHighBytes: 1000, maxBytesPerSlot: 300, drainEveryMs: 50 };
const message = (length: number, mark: number) =>
  createFrameBatch(new Uint8Array(length).fill(mark));

function aSink() {
  const sent: number[] = [];
  const dropped: [number, number][] = [];
  const state = { bufferedBytes: 0, held: false };
  const sink: ViewerSink = {
    bufferedBytes: () => state.bufferedBytes,
    hold: (held) => {
      state.held = held;
    },
    sendFrames: (_slot, batch) => sent.push(batch.bytes[0] ?? -1),
    reportDropped: (slot, messages) => dropped.push([slot, messages]),
  };
  return { sink, sent, dropped, state };
}

describe('createViewerQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes messages straight through while the socket keeps up', () => {
    const { sink, sent } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    queue.send(0, message(10, 1));
    queue.send(1, message(10, 2));
    expect(sent).toEqual([1, 2]);
    expect(queue.waiting()).toEqual({ bytes: 0, forMs: 0 });
  });

  it('holds the direct path while frames wait, then releases it', () => {
    const { sink, sent, state } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    queue.send(0, message(10, 1));
    expect(state.held).toBe(false);
    state.bufferedBytes = 5000;
    queue.send(0, message(10, 2));
    expect(state.held).toBe(true);
    state.bufferedBytes = 0;
    vi.advanceTimersByTime(60);
    expect([sent, state.held]).toEqual([[1, 2], false]);
    state.bufferedBytes = 5000;
    queue.send(0, message(10, 3));
    queue.close();
    expect(state.held).toBe(false);
  });

  it('retains the newest frames of each slot while the socket lags, and counts dropped ones', () => {
    const { sink, sent, dropped, state } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    state.bufferedBytes = 5000;
    for (let mark = 1; mark <= 10; mark++) queue.send(0, message(100, mark));
    queue.send(1, message(100, 99));
    expect(queue.waiting().bytes).toBe(400);
    state.bufferedBytes = 0;
    vi.advanceTimersByTime(60);
    expect(sent).toEqual([8, 9, 10, 99]);
    expect(dropped).toEqual([[0, 7]]);
    expect(queue.waiting().bytes).toBe(0);
  });

  it('preserves the order within a slot', () => {
    const { sink, sent, state } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    state.bufferedBytes = 5000;
    queue.send(0, message(10, 1));
    state.bufferedBytes = 0;
    queue.send(0, message(10, 2));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(sent).toEqual([1, 2]);
  });

  it('copies queued bytes, because they are borrowed', () => {
    const { sink, sent, state } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    state.bufferedBytes = 5000;
    const borrowed = message(10, 1);
    queue.send(0, borrowed);
    borrowed.bytes.fill(77);
    state.bufferedBytes = 0;
    vi.advanceTimersByTime(60);
    expect(sent).toEqual([1]);
  });

  it('reports how long a stuck viewer has read nothing', () => {
    const { sink, state } = aSink();
    const queue = createViewerQueue(sink, Date.now, limits);
    state.bufferedBytes = 5000;
    queue.send(0, message(10, 1));
    vi.advanceTimersByTime(20_000);
    expect(queue.waiting().forMs).toBeGreaterThanOrEqual(19_900);
    queue.close();
    expect(queue.waiting()).toEqual({ bytes: 0, forMs: 0 });
  });
});
