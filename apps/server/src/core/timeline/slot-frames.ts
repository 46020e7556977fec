import { encodeFrame, type BlockCoder } from '@yamori/frames';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { decodeChunkBody } from './chunks/chunk-codec.ts';
import type { ChunkStore, StoredChunk } from './chunks/chunk-store.ts';
import { readBatchFrames, readStagedSlots, type StagedBatch } from './staging/staging-store.ts';
import { getFrameKey, streamName, type SlotKey, type StreamKey } from './timeline-frame.ts';

/** A stored frame with its bytes. */
export type StoredFrame = StreamKey & {
  readonly sequence: number;
  readonly deviceTimeUs: number;
  readonly receivedMs: number;
  readonly bytes: Uint8Array;
};

type SlotFramesOptions = {
  readonly database: Database;
  readonly store: ChunkStore;
  readonly coder: BlockCoder;
  readonly log: Logger;
};

/** Slots per statement. */
const SLOTS_PER_STATEMENT = 64;

/** Reads each frame of the slots once, staged or not. Omits and logs damaged parts. */
export async function readSlotFrames(
  options: SlotFramesOptions,
  slots: readonly SlotKey[],
): Promise<StoredFrame[]> {
  const { database, store, log } = options;
  const found = new Map<string, StoredFrame>();
  const add = (key: SlotKey, frames: () => StoredFrame[]): void => {
    try {
      for (const frame of frames()) found.set(`${getFrameKey(frame)}/${streamName(frame)}`, frame);
    } catch (error) {
      const { serial, streamId, slot } = key;
      log.error({ err: error, serial, streamId, slot }, 'stored frames are damaged; left out');
    }
  };
  for (let at = 0; at < slots.length; at += SLOTS_PER_STATEMENT) {
    const some = slots.slice(at, at + SLOTS_PER_STATEMENT);
    // Staged frames first: those moved by the compactor in between are then seen twice, not missed.
    for (const batch of await readStagedSlots(database, some)) add(batch, () => ofBatch(batch));
    for (const chunk of await store.ofSlots(database, 'body', some))
      add(chunk, () => ofChunk(options.coder, chunk));
  }
  return [...found.values()];
}

const ofBatch = (batch: StagedBatch): StoredFrame[] =>
  readBatchFrames(batch).map(({ sequence, deviceTimeUs, streamId, bytes }) => ({
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
