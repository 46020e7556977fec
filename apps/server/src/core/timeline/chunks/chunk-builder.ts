import { decodeFrame, type BlockCoder, type FrameView } from '@yamori/frames';
import { createBinCollector } from '../pyramid/bins.ts';
import { encodeBins } from '../pyramid/bin-codec.ts';
import { fineBinUs } from '../pyramid/levels.ts';
import { byDeviceTime, durationUs, type KeptFrame } from '../timeline-frame.ts';
import type { Allocate } from './byte-arena.ts';
import { encodeChunkBody, ownBytes, type ChunkPiece } from './chunk-codec.ts';
import type { ChunkKey, StoredChunk } from './chunk-store.ts';

/**
 * Builds a chunk with its frame table, finest pyramid level and times. `pieces` in any order, each
 * frame once. `allocate` provides its memory: the body, then the bins.
 */
export function buildChunk(
  coder: BlockCoder,
  key: ChunkKey,
  sampleRateHz: number,
  pieces: readonly ChunkPiece[],
  allocate: Allocate = ownBytes,
): StoredChunk {
  const sorted = [...pieces].sort(byDeviceTime);
  const getTime = (piece: ChunkPiece): number => piece.deviceTimeUs - key.clockOffsetUs;
  const fromUs = sorted.reduce(
    (least, piece) => Math.min(least, getTime(piece)),
    Number.POSITIVE_INFINITY,
  );
  const toUs = sorted.reduce(
    (most, piece) => Math.max(most, getTime(piece) + durationUs(piece.sampleCount, sampleRateHz)),
    Number.NEGATIVE_INFINITY,
  );
  // Events have no duration, so the last one is exactly at the end.
  const bins = createBinCollector(
    fineBinUs(sampleRateHz),
    fromUs,
    sampleRateHz > 0 ? toUs : toUs + 1,
  );
  const sampleCount = sorted.reduce((sum, piece) => sum + piece.sampleCount, 0);
  const body = encodeChunkBody(coder, key.slot, key.channelCount, sorted, allocate, () => {
    let at = 0;
    for (const run of mergeContinuous(sorted, sampleRateHz)) {
      const begin = at;
      bins.addFolded(
        run.deviceTimeUs - key.clockOffsetUs,
        sampleRateHz,
        run.sampleCount,
        (from, to) => coder.fold(begin + from, begin + to),
      );
      at += run.sampleCount;
    }
  });
  return {
    ...key,
    sampleRateHz,
    fromUs,
    toUs,
    frameCount: sorted.length,
    sampleCount,
    bins: encodeBins(coder, bins.sheet(), allocate),
    body,
  };
}

type Run = { readonly deviceTimeUs: number; sampleCount: number };

/** Merges frames that continue each other to the microsecond; their sample times do not change. */
function mergeContinuous(pieces: readonly ChunkPiece[], sampleRateHz: number): Run[] {
  const runs: Run[] = [];
  for (const { deviceTimeUs, sampleCount } of pieces) {
    const last = runs.at(-1);
    const isContinuous =
      last !== undefined &&
      sampleRateHz > 0 &&
      (last.sampleCount * 1e6) % sampleRateHz === 0 &&
      deviceTimeUs === last.deviceTimeUs + (last.sampleCount * 1e6) / sampleRateHz;
    if (isContinuous) last.sampleCount += sampleCount;
    else runs.push({ deviceTimeUs, sampleCount });
  }
  return runs;
}

export function keptFrame(frame: FrameView, receivedMs: number): KeptFrame {
  const samples = decodeFrame(frame);
  const channels = Array.from({ length: frame.channelCount }, (_, channel) =>
    samples.subarray(channel * frame.sampleCount, (channel + 1) * frame.sampleCount),
  );
  return {
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    encoding: frame.encoding,
    receivedMs,
    channels,
  };
}
