import { decodeFrame, type FrameView } from '@yamori/frames';
import { createBinCollector } from '../pyramid/bins.ts';
import { encodeBins } from '../pyramid/bin-codec.ts';
import { fineBinUs } from '../pyramid/levels.ts';
import { byDeviceTime, durationUs, type KeptFrame } from '../timeline-frame.ts';
import { encodeChunkBody } from './chunk-codec.ts';
import type { ChunkKey, StoredChunk } from './chunk-store.ts';

/** A chunk with its frames table, finest pyramid level and times. `frames` in any order, each frame once. */
export function buildChunk(key: ChunkKey, sampleRateHz: number, frames: readonly KeptFrame[]): StoredChunk {
  const sorted = [...frames].sort(byDeviceTime);
  const samplesOf = (frame: KeptFrame): number => frame.channels[0]?.length ?? 0;
  const timeOf = (frame: KeptFrame): number => frame.deviceTimeUs - key.clockOffsetUs;
  const fromUs = Math.min(...sorted.map(timeOf));
  const toUs = Math.max(...sorted.map((frame) => timeOf(frame) + durationUs(samplesOf(frame), sampleRateHz)));
  // Events have no duration: the last lies at the end itself.
  const bins = createBinCollector(fineBinUs(sampleRateHz), fromUs, sampleRateHz > 0 ? toUs : toUs + 1);
  for (const frame of sorted) bins.addSamples(timeOf(frame), sampleRateHz, frame.channels);
  return {
    ...key,
    sampleRateHz,
    fromUs,
    toUs,
    frameCount: sorted.length,
    sampleCount: sorted.reduce((sum, frame) => sum + samplesOf(frame), 0),
    bins: encodeBins(bins.finish()),
    body: encodeChunkBody(key.slot, sorted),
  };
}

export function keptFrame(frame: FrameView, receivedMs: number): KeptFrame {
  const samples = decodeFrame(frame);
  const channels = Array.from({ length: frame.channelCount }, (_, channel) => samples.subarray(channel * frame.sampleCount, (channel + 1) * frame.sampleCount));
  return { sequence: frame.sequence, deviceTimeUs: frame.deviceTimeUs, encoding: frame.encoding, receivedMs, channels };
}
