import type { BlockCoder, ScannedFrame } from '@yamori/frames';
import type { Allocate } from '../chunks/byte-arena.ts';
import { buildChunk } from '../chunks/chunk-builder.ts';
import { decodeChunkBody, pieceOf, type ChunkPiece } from '../chunks/chunk-codec.ts';
import type { ChunkKey, StoredChunk } from '../chunks/chunk-store.ts';
import { identityOf } from '../timeline-frame.ts';
import type { StagedBatch } from '../staging/staging-store.ts';

export type MergedSlot = {
  readonly chunks: StoredChunk[];
  readonly repeated: number;
  readonly frames: number;
};
type Changed = {
  readonly key: ChunkKey;
  readonly sampleRateHz: number;
  readonly pieces: ChunkPiece[];
};

/**
 * Chunks of one slot that change: a frame that any of the slot's chunks holds already is left out.
 */
export function mergeSlot(
  coder: BlockCoder,
  existing: readonly StoredChunk[],
  batches: readonly StagedBatch[],
  allocate?: Allocate,
): MergedSlot {
  // Before the scan, whose frames are good until the coder decodes again.
  const before = new Map(
    existing.map((chunk) => [
      nameOf(chunk),
      { chunk, pieces: decodeChunkBody(coder, chunk.slot, chunk.body).map(pieceOf) },
    ]),
  );
  const known = new Set([...before.values()].flatMap(({ pieces }) => pieces.map(identityOf)));
  const changed = new Map<string, Changed>();
  let repeated = 0;
  let added = 0;
  for (const frame of scanBatches(coder, batches)) {
    const batch = batches[frame.row];
    if (batch === undefined || known.has(identityOf(frame))) {
      repeated += 1;
      continue;
    }
    known.add(identityOf(frame));
    added += 1;
    const target = changed.get(nameOf(batch)) ?? openChunk(batch, before.get(nameOf(batch)));
    changed.set(nameOf(batch), target);
    target.pieces.push(toPiece(frame, batch.receivedMs));
  }
  return {
    chunks: [...changed.values()].map(({ key, sampleRateHz, pieces }) =>
      buildChunk(coder, key, sampleRateHz, pieces, allocate),
    ),
    repeated,
    frames: added,
  };
}

/** Data of two clock offsets or two channel counts are two chunks. */
const nameOf = (chunk: { readonly clockOffsetUs: number; readonly channelCount: number }): string =>
  `${chunk.clockOffsetUs}/${chunk.channelCount}`;

/** They were checked before they were staged: a damaged one is the disk's fault. */
function scanBatches(coder: BlockCoder, batches: readonly StagedBatch[]): ScannedFrame[] {
  try {
    return coder.scan(batches.map((batch) => batch.frames));
  } catch (error) {
    const [batch] = batches;
    throw new Error(
      `staged frames of ${batch?.serial} stream ${batch?.streamId} slot ${batch?.slot} are damaged on disk`,
      { cause: error },
    );
  }
}

function openChunk(
  batch: StagedBatch,
  before: { readonly chunk: StoredChunk; readonly pieces: readonly ChunkPiece[] } | undefined,
): Changed {
  const { serial, streamId, slot, clockOffsetUs, channelCount } = batch;
  return {
    key: { serial, streamId, slot, clockOffsetUs, channelCount },
    sampleRateHz: before?.chunk.sampleRateHz ?? batch.sampleRateHz,
    pieces: [...(before?.pieces ?? [])],
  };
}

const toPiece = (frame: ScannedFrame, receivedMs: number): ChunkPiece => ({
  sequence: frame.sequence,
  deviceTimeUs: frame.deviceTimeUs,
  sampleCount: frame.sampleCount,
  encoding: frame.encoding,
  receivedMs,
  samples: frame,
});
