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

export function createFrameRing(clock: Clock, limits: FrameRingLimits): FrameRing {
  const kept: Kept[] = [];
  let bytes = 0;

  function dropOld(nowMs: number): void {
    let dropped = 0;
    for (const entry of kept) {
      if (nowMs - entry.atMs <= limits.keepSeconds * 1000 && bytes <= limits.maxBytes) break;
      bytes -= entry.batch.length;
      dropped += 1;
    }
    // Splicing a handful off the front each push is cheap: a device sends a few batches a second.
    if (dropped > 0) kept.splice(0, dropped);
  }

  return {
    push(batch) {
      const atMs = clock.nowMs();
      kept.push({ atMs, batch: batch.slice() });
      bytes += batch.length;
      dropOld(atMs);
    },
    since(seconds) {
      const nowMs = clock.nowMs();
      dropOld(nowMs);
      return kept.filter((entry) => nowMs - entry.atMs <= seconds * 1000).map((entry) => entry.batch);
    },
  };
}
