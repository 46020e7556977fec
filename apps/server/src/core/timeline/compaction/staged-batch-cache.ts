import type { StagedCommit } from '../staging/staging-store.ts';
import { SLOT_US, streamName, type SlotKey } from '../timeline-frame.ts';

/**
 * Cache of recently staged batches, so that compaction need not read them from the database.
 * Batches that are not cached are read, so a crash loses nothing. The batches of one commit share a
 * room; `freed` is called when its last batch is gone.
 */
export type StagedBatchCache = {
  /** Returns the slots that have become full with this commit. */
  readonly add: (roomId: number, commit: StagedCommit, nowMs: number) => SlotKey[];
  /** Ids of the cached batches of these slots. */
  readonly of: (slots: readonly SlotKey[]) => string[];
  readonly getFrames: (batchId: string) => Uint8Array | undefined;
  readonly drop: (batchIds: readonly string[]) => void;
  /** Drops commits from before this time, which another server has moved. */
  readonly dropBefore: (ms: number) => void;
};

type Commit = { readonly roomId: number; readonly addedMs: number; left: number };
type Slot = { readonly batchIds: Set<string>; samples: number };
type Batch = { readonly slot: string; readonly frames: Uint8Array; readonly commit: Commit };

export function createStagedBatchCache(freed: (roomId: number) => void): StagedBatchCache {
  const batches = new Map<string, Batch>();
  const slots = new Map<string, Slot>();

  function drop(batchIds: readonly string[]): void {
    for (const batchId of batchIds) {
      const batch = batches.get(batchId);
      if (batch === undefined) continue;
      batches.delete(batchId);
      const slot = slots.get(batch.slot);
      slot?.batchIds.delete(batchId);
      if (slot?.batchIds.size === 0) slots.delete(batch.slot);
      batch.commit.left -= 1;
      if (batch.commit.left === 0) freed(batch.commit.roomId);
    }
  }

  function getOrCreateSlot(name: string): Slot {
    const slot = slots.get(name) ?? { batchIds: new Set(), samples: 0 };
    slots.set(name, slot);
    return slot;
  }

  return {
    add(roomId, { batches: added, bytes }, nowMs) {
      const commit: Commit = { roomId, addedMs: nowMs, left: added.length };
      if (added.length === 0) freed(roomId);
      const full: SlotKey[] = [];
      for (const { batchId, at, length, sampleCount, sampleRateHz, ...key } of added) {
        const name = slotName(key);
        batches.set(batchId, { slot: name, frames: bytes.subarray(at, at + length), commit });
        const slot = getOrCreateSlot(name);
        slot.batchIds.add(batchId);
        const maxSamples = (SLOT_US / 1e6) * sampleRateHz;
        if (maxSamples > 0 && slot.samples < maxSamples && slot.samples + sampleCount >= maxSamples)
          full.push({ serial: key.serial, streamId: key.streamId, slot: key.slot });
        slot.samples += sampleCount;
      }
      return full;
    },
    of: (keys) => keys.flatMap((key) => [...(slots.get(slotName(key))?.batchIds ?? [])]),
    getFrames: (batchId) => batches.get(batchId)?.frames,
    drop,
    dropBefore: (ms) =>
      drop(
        [...batches].filter(([, batch]) => batch.commit.addedMs < ms).map(([batchId]) => batchId),
      ),
  };
}

const slotName = (slot: SlotKey): string => `${slot.slot}/${streamName(slot)}`;
