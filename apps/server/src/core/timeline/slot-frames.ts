import { encodeFrame, type BlockCoder } from '@yamori/frames';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { decodeChunkBody } from './chunks/chunk-codec.ts';
import type { ChunkStore, StoredChunk } from './chunks/chunk-store.ts';
import { framesOf, readStagedSlots, type StagedBatch } from './staging/staging-store.ts';
import { identityOf, streamName, type SlotKey, type StreamKey } from './timeline-frame.ts';

/** A stored frame, whole. */
export type StoredFrame = StreamKey & {
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly receivedMs: number;
  readonly bytes: Uint8Array;
};

type SlotFramesParts = {
  readonly database: Database;
  readonly store: ChunkStore;
  readonly coder: BlockCoder;
  readonly log: Logger;
};

/** Slots that one statement reads. */
const SLOTS_AT_ONCE = 64;

/** Whole frames of slots, each once, staged or not. A damaged part is left out and logged. */
export async function readSlotFrames(
  parts: SlotFramesParts,
  slots: readonly SlotKey[],
): Promise<StoredFrame[]> {
  const { database, store, log } = parts;
  const found = new Map<string, StoredFrame>();
  const add = (key: SlotKey, frames: () => StoredFrame[]): void => {
    try {
      for (const frame of frames()) found.set(`${identityOf(frame)}/${streamName(frame)}`, frame);
    } catch (error) {
      const { serial, streamId, slot } = key;
      log.error({ err: error, serial, streamId, slot }, 'stored frames are damaged; left out');
    }
  };
  for (let at = 0; at < slots.length; at += SLOTS_AT_ONCE) {
    const some = slots.slice(at, at + SLOTS_AT_ONCE);
    // Staged first: what the compactor moves in between is then seen twice rather than never.
    for (const batch of await readStagedSlots(database, some)) add(batch, () => ofBatch(batch));
    for (const chunk of await store.ofSlots(database, 'body', some))
      add(chunk, () => ofChunk(parts.coder, chunk));
  }
  return [...found.values()];
}

const ofBatch = (batch: StagedBatch): StoredFrame[] =>
  framesOf(batch).map(({ sequence, deviceTimeUs, streamId, bytes }) => ({
    serial: batch.serial,
    streamId,
    sequence,
    deviceTimeUs,
    receivedMs: batch.receivedMs,
    bytes,
  }));

const ofChunk = (coder: BlockCoder, { serial, streamId, slot, body }: StoredChunk): StoredFrame[] =>
  decodeChunkBody(coder, slot, body).map((frame) => ({
    serial,
    streamId,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    receivedMs: frame.receivedMs,
    bytes: encodeFrame({ ...frame, streamId }),
  }));
