import type { Clock } from '../../timeline/timeline-frame.ts';

/**
 * The last frames of one device, so that a screen that opens has something to draw at once. Keeps batches no
 * older than `keepSeconds` and no more than `maxBytes` in all; drops the oldest first. Copies what it is given.
 */
export type FrameRing = {
  readonly push: (batch: Uint8Array) => void;
  /** Batches received within the last `seconds`, oldest first; borrowed, never changed afterwards. */
  readonly since: (seconds: number) => Uint8Array[];
};

export type FrameRingLimits = { readonly keepSeconds: number; readonly maxBytes: number };

type Kept = { readonly atMs: number; readonly batch: Uint8Array };

/**
 * Batches are copied one behind the other into pieces of this size: a buffer of its own for each of the thousands of
 * small batches a second is what the garbage collector would spend its time on. A piece goes when its last batch has.
 */
const PIECE_BYTES = 16 * 1024;
/** What is dropped leaves the list, and memory with it, when it comes to this. */
const CUT_AFTER_BYTES = 64 * 1024;

export function createFrameRing(clock: Clock, limits: FrameRingLimits): FrameRing {
  const store = createStore();
  const kept: Kept[] = [];
  let bytes = 0;
  /** The front of the list that is dropped already. */
  const dropped = { batches: 0, bytes: 0 };

  function dropOld(nowMs: number): void {
    for (let oldest = kept[dropped.batches]; oldest !== undefined; oldest = kept[dropped.batches]) {
      if (nowMs - oldest.atMs <= limits.keepSeconds * 1000 && bytes <= limits.maxBytes) break;
      bytes -= oldest.batch.length;
      dropped.bytes += oldest.batch.length;
      dropped.batches += 1;
    }
    if (dropped.bytes < CUT_AFTER_BYTES && dropped.batches < kept.length) return;
    kept.splice(0, dropped.batches);
    Object.assign(dropped, { batches: 0, bytes: 0 });
    if (kept.length === 0) store.forget();
  }

  return {
    push(batch) {
      const atMs = clock.nowMs();
      // Larger than all that may be kept: nothing before it stays, and neither does it.
      if (batch.length <= limits.maxBytes) kept.push({ atMs, batch: store.copy(batch) });
      bytes += batch.length;
      dropOld(atMs);
      if (batch.length > limits.maxBytes) bytes -= batch.length;
    },
    since(seconds) {
      const nowMs = clock.nowMs();
      dropOld(nowMs);
      return kept.slice(dropped.batches).filter((entry) => nowMs - entry.atMs <= seconds * 1000).map((entry) => entry.batch);
    },
  };
}

/** Copies into the piece in use; a new one begins when it is full. */
function createStore() {
  let piece = new Uint8Array(0);
  let used = 0;
  return {
    copy(batch: Uint8Array): Uint8Array {
      if (used + batch.length > piece.length) [piece, used] = [new Uint8Array(Math.max(PIECE_BYTES, batch.length)), 0];
      const copy = piece.subarray(used, used + batch.length);
      copy.set(batch);
      used += batch.length;
      return copy;
    },
    forget(): void {
      [piece, used] = [new Uint8Array(0), 0];
    },
  };
}
