import { describe, expect, it, vi } from 'vitest';
import type { TileCall, TilePiece, TileSource } from './night-spec.ts';
import { levelFor, getTileRange, TILE_LEVELS, listTiles } from './zoom-levels.ts';
import { TileStore } from './tile-store.ts';

const START_MS = 1_760_000_000_000;
const window = { fromMs: START_MS, toMs: START_MS + 8 * 3_600_000 };
const PER_PIXEL = 20_000;

/** A source whose replies the test triggers. */
function aSource() {
  const calls: {
    readonly call: TileCall;
    readonly held: string | null;
    readonly signal: AbortSignal;
    readonly answer: (final?: boolean) => void;
    readonly same: () => void;
    readonly fail: () => void;
  }[] = [];
  const source: TileSource = (_room, call, held, signal) =>
    new Promise((resolve, reject) => {
      const piece: TilePiece = {
        serial: 'A',
        streamId: 1,
        kind: 'columns',
        fromUs: call.fromMs * 1000,
        stepUs: ((call.toMs - call.fromMs) * 1000) / call.columns,
        length: call.columns,
        minimum: [new Int16Array(call.columns)],
        maximum: [new Int16Array(call.columns)],
        mean: [new Int16Array(call.columns)],
      };
      signal.addEventListener('abort', () => reject(new Error('gone')));
      calls.push({
        call,
        held,
        signal,
        answer: (final = true) =>
          resolve({ kind: 'tile', tile: { final, pieces: [piece] }, etag: `"${calls.length}"` }),
        same: () => resolve({ kind: 'same' }),
        fail: () => reject(new Error('no network')),
      });
    });
  return { calls, source };
}

function aStore() {
  const { calls, source } = aSource();
  const time = { nowMs: 0 };
  const troubles: (string | null)[] = [];
  const onChange = vi.fn();
  const store = new TileStore({
    source,
    nowMs: () => time.nowMs,
    onChange,
    onErrorCode: (code) => troubles.push(code),
  });
  store.setStreams('room', [{ key: 'A:1', sampleRateHz: 250, isComputed: false }]);
  return { calls, store, time, troubles, onChange };
}
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

describe('zoom levels', () => {
  it("the level's columns are no wider than a pixel, and the finest level is used up close", () => {
    expect(TILE_LEVELS[levelFor(20_000, 250)]?.columnMs).toBe(10_000);
    expect(TILE_LEVELS[levelFor(0.5, 250)]?.columnMs).toBe(8);
    expect(TILE_LEVELS[levelFor(0.5, 1000)]?.columnMs).toBe(1);
  });

  it('the tiles cover a window completely, each moment once', () => {
    for (let level = 0; level < TILE_LEVELS.length; level++) {
      const ranges = listTiles({ fromMs: START_MS + 1, toMs: START_MS + 100_000 }, level).map(
        (index) => getTileRange(level, index),
      );
      expect(ranges[0]?.fromMs).toBeLessThanOrEqual(START_MS + 1);
      expect(ranges.at(-1)?.toMs).toBeGreaterThanOrEqual(START_MS + 100_000);
      ranges.slice(1).forEach((range, index) => expect(range.fromMs).toBe(ranges[index]?.toMs));
    }
  });
});

describe('the tile cache', () => {
  it('visible tiles are requested first, and the view is sharp once they are loaded', async () => {
    const { calls, store, onChange } = aStore();
    store.want(window, PER_PIXEL);
    expect(calls[0]?.call.columns).toBe(4096);
    expect(store.isSharp(window, PER_PIXEL)).toBe(false);
    for (const call of calls) call.answer();
    await settle();
    expect(store.isSharp(window, PER_PIXEL)).toBe(true);
    expect(onChange).toHaveBeenCalled();
    expect(store.pieces('A:1', window, PER_PIXEL).length).toBeGreaterThan(0);
    expect(store.pieces('B:1', window, PER_PIXEL)).toEqual([]);
  });

  it('coarser tiles fill in for missing ones over the whole window', async () => {
    const { calls, store } = aStore();
    store.want(window, PER_PIXEL);
    for (const call of calls) call.answer();
    await settle();
    const near = { fromMs: START_MS + 3_600_000, toMs: START_MS + 3_660_000 };
    expect(store.isSharp(near, 40)).toBe(false);
    const pieces = store.pieces('A:1', near, 40);
    expect([
      Math.min(...pieces.map(({ clip }) => clip.fromMs)),
      Math.max(...pieces.map(({ clip }) => clip.toMs)),
    ]).toEqual([near.fromMs, near.toMs]);
  });

  it('requests stop for tiles that left the view', () => {
    const { calls, store } = aStore();
    store.want(window, PER_PIXEL);
    const first = [...calls];
    store.want(
      { fromMs: START_MS + 90 * 86_400_000, toMs: START_MS + 90 * 86_400_000 + 60_000 },
      40,
    );
    expect(first.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('the store requests unfinished tiles again by their tag, and keeps the old ones until then', async () => {
    const { calls, store, time } = aStore();
    store.want(window, PER_PIXEL);
    for (const call of calls) call.answer(false);
    await settle();
    const before = calls.length;
    store.want(window, PER_PIXEL);
    expect(calls.length).toBe(before);
    time.nowMs = 11_000;
    store.want(window, PER_PIXEL);
    expect(calls.length).toBeGreaterThan(before);
    expect(calls[before]?.held).not.toBeNull();
    for (const call of calls.slice(before)) call.same();
    await settle();
    expect(store.isSharp(window, PER_PIXEL)).toBe(true);
  });

  it('an error is reported once, retried later, and cleared on success', async () => {
    const { calls, store, time, troubles } = aStore();
    store.want(window, PER_PIXEL);
    for (const call of calls) call.fail();
    await settle();
    expect(troubles).toContain('network-unreachable');
    const before = calls.length;
    store.want(window, PER_PIXEL);
    expect(calls.length).toBe(before);
    time.nowMs = 4000;
    store.want(window, PER_PIXEL);
    for (const call of calls.slice(before)) call.answer();
    await settle();
    expect(troubles.at(-1)).toBeNull();
  });

  it('another room clears everything', async () => {
    const { calls, store } = aStore();
    store.want(window, PER_PIXEL);
    for (const call of calls) call.answer();
    await settle();
    store.setStreams('other', [{ key: 'A:1', sampleRateHz: 250, isComputed: false }]);
    expect(store.isSharp(window, PER_PIXEL)).toBe(false);
    expect(store.pieces('A:1', window, PER_PIXEL)).toEqual([]);
  });
});
