import { decodeFrame, type BlockCoder, type FrameView } from '@yamori/frames';
import { createBinCollector } from '../pyramid/bins.ts';
import { encodeBins } from '../pyramid/bin-codec.ts';
import { fineBinUs } from '../pyramid/levels.ts';
import { byDeviceTime, durationUs, type KeptFrame } from '../timeline-frame.ts';
import { encodeChunkBody, type ChunkPiece } from './chunk-codec.ts';
import type { ChunkKey, StoredChunk } from './chunk-store.ts';

/** A chunk with its frames table, finest pyramid level and times. `pieces` in any order, each frame once. */
export function buildChunk(coder: BlockCoder, key: ChunkKey, sampleRateHz: number, pieces: readonly ChunkPiece[]): StoredChunk {
  const sorted = [...pieces].sort(byDeviceTime);
  const timeOf = (piece: ChunkPiece): number => piece.deviceTimeUs - key.clockOffsetUs;
  const fromUs = sorted.reduce((least, piece) => Math.min(least, timeOf(piece)), Number.POSITIVE_INFINITY);
  const toUs = sorted.reduce((most, piece) => Math.max(most, timeOf(piece) + durationUs(piece.sampleCount, sampleRateHz)), Number.NEGATIVE_INFINITY);
  // Events have no duration: the last lies at the end itself.
  const bins = createBinCollector(fineBinUs(sampleRateHz), fromUs, sampleRateHz > 0 ? toUs : toUs + 1);
  let sampleCount = 0;
  const body = encodeChunkBody(coder, key.slot, key.channelCount, sorted, () => {
    for (const piece of sorted) {
      const at = sampleCount;
      bins.addFolded(timeOf(piece), sampleRateHz, piece.sampleCount, (begin, end) => coder.fold(at + begin, at + end));
      sampleCount += piece.sampleCount;
    }
  });
  return { ...key, sampleRateHz, fromUs, toUs, frameCount: sorted.length, sampleCount, bins: encodeBins(coder, bins.sheet()), body };
}

export function keptFrame(frame: FrameView, receivedMs: number): KeptFrame {
  const samples = decodeFrame(frame);
  const channels = Array.from({ length: frame.channelCount }, (_, channel) => samples.subarray(channel * frame.sampleCount, (channel + 1) * frame.sampleCount));
  return { sequence: frame.sequence, deviceTimeUs: frame.deviceTimeUs, encoding: frame.encoding, receivedMs, channels };
}
