import type { BlockCoder, ScannedFrame } from '@yamori/frames';
import type { Allocate } from '../chunks/byte-arena.ts';
import { buildChunk } from '../chunks/chunk-builder.ts';
import { decodeChunkBody, toChunkPiece, type ChunkPiece } from '../chunks/chunk-codec.ts';
import type { ChunkKey, StoredChunk } from '../chunks/chunk-store.ts';
import { getFrameKey } from '../timeline-frame.ts';
import type { StagedBatch } from '../staging/staging-store.ts';

type MergedSlot = {
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
 * Builds the changed chunks of one slot, without frames that any of its chunks already contains.
 */
export function mergeSlot(
  coder: BlockCoder,
  existing: readonly StoredChunk[],
  batches: readonly StagedBatch[],
  allocate?: Allocate,
): MergedSlot {
  // Decode first, because scanned frames are valid only until the coder decodes again.
  const before = new Map(
    existing.map((chunk) => [
      getChunkName(chunk),
      { chunk, pieces: decodeChunkBody(coder, chunk.slot, chunk.body).map(toChunkPiece) },
    ]),
  );
  const known = new Set([...before.values()].flatMap(({ pieces }) => pieces.map(getFrameKey)));
  const changed = new Map<string, Changed>();
  let repeated = 0;
  let added = 0;
  for (const frame of scanBatches(coder, batches)) {
    const batch = batches[frame.row];
    if (batch === undefined || known.has(getFrameKey(frame))) {
      repeated += 1;
      continue;
    }
    known.add(getFrameKey(frame));
    added += 1;
    const target =
      changed.get(getChunkName(batch)) ?? openChunk(batch, before.get(getChunkName(batch)));
    changed.set(getChunkName(batch), target);
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

/** Different clock offsets or channel counts are separate chunks. */
const getChunkName = (chunk: {
  readonly clockOffsetUs: number;
  readonly channelCount: number;
}): string => `${chunk.clockOffsetUs}/${chunk.channelCount}`;

/** Frames were validated before staging, so a damaged one means a damaged disk. */
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
