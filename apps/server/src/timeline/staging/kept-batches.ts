import { streamName, type SlotKey } from '../timeline-frame.ts';
import type { StagedCommit } from './staging-store.ts';

/**
 * Frames of batches that were staged just now, so that packing them need not read them from the database again. Only
 * a saving: what is not here is read, and a server that dies loses nothing with it. The batches of one commit share
 * a buffer; `freed` is told of its bytes when the last of them is gone.
 */
export type KeptBatches = {
  readonly add: (commit: StagedCommit, nowMs: number) => void;
  /** Ids of what is here of these slots. */
  readonly of: (slots: readonly SlotKey[]) => string[];
  readonly framesOf: (batchId: string) => Uint8Array | undefined;
  readonly drop: (batchIds: readonly string[]) => void;
  /** Drops the commits of before: another server has packed those. */
  readonly dropBefore: (ms: number) => void;
};

type Commit = { readonly bytes: number; readonly addedMs: number; left: number };
type Batch = { readonly slot: string; readonly frames: Uint8Array; readonly commit: Commit };

export function createKeptBatches(freed: (bytes: number) => void): KeptBatches {
  const batches = new Map<string, Batch>();
  const bySlot = new Map<string, Set<string>>();

  function drop(batchIds: readonly string[]): void {
    for (const batchId of batchIds) {
      const batch = batches.get(batchId);
      if (batch === undefined) continue;
      batches.delete(batchId);
      const own = bySlot.get(batch.slot);
      own?.delete(batchId);
      if (own?.size === 0) bySlot.delete(batch.slot);
      batch.commit.left -= 1;
      if (batch.commit.left === 0) freed(batch.commit.bytes);
    }
  }

  return {
    add({ batches: added, bytes }, nowMs) {
      const commit: Commit = { bytes: bytes.length, addedMs: nowMs, left: added.length };
      if (added.length === 0) freed(bytes.length);
      for (const { batchId, at, length, ...key } of added) {
        const slot = slotName(key);
        batches.set(batchId, { slot, frames: bytes.subarray(at, at + length), commit });
        const own = bySlot.get(slot);
        if (own === undefined) bySlot.set(slot, new Set([batchId]));
        else own.add(batchId);
      }
    },
    of: (slots) => slots.flatMap((slot) => [...(bySlot.get(slotName(slot)) ?? [])]),
    framesOf: (batchId) => batches.get(batchId)?.frames,
    drop,
    dropBefore: (ms) => drop([...batches].filter(([, batch]) => batch.commit.addedMs < ms).map(([batchId]) => batchId)),
  };
}

const slotName = (slot: SlotKey): string => `${slot.slot}/${streamName(slot)}`;
