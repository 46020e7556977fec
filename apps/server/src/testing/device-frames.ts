import { encodeFrame } from '@yamori/frames';
import { scanFrames } from '@yamori/frames';
import type { FrameToStage } from '../core/timeline/timeline-frame.ts';

/** Seeded random numbers from 0 to 1 (mulberry32), equal for equal seeds. */
export function createRandom(seed: number): () => number {
  const state = { value: seed >>> 0 };
  return () => {
    state.value = (state.value + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state.value ^ (state.value >>> 15), state.value | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = items.map((item) => ({ item, at: random() }));
  return shuffled.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

type FrameSeries = {
  readonly serial?: string;
  readonly streamId?: number;
  readonly startUs: number;
  readonly sampleRateHz: number;
  readonly samplesPerFrame: number;
  readonly channelCount?: number;
  readonly frameCount: number;
  readonly firstSequence?: number;
  readonly random: () => number;
};

/** Gapless frames of a stream: noise on a slow wave, so that all samples differ. */
export function seriesFrames(series: FrameSeries): FrameToStage[] {
  return Array.from({ length: series.frameCount }, (_, number) => {
    const channels = Array.from({ length: series.channelCount ?? 1 }, (_unused, channel) =>
      Int16Array.from({ length: series.samplesPerFrame }, (_none, index) =>
        Math.round(
          3000 * Math.sin((number * series.samplesPerFrame + index) / 40 + channel) +
            50 * series.random(),
        ),
      ),
    );
    return toStage(
      series.serial ?? 'A-1',
      series.sampleRateHz,
      encodeFrame({
        streamId: series.streamId ?? 1,
        sequence: (series.firstSequence ?? 0) + number,
        deviceTimeUs:
          series.startUs +
          Math.round((number * series.samplesPerFrame * 1e6) / series.sampleRateHz),
        channels,
      }),
    );
  });
}

export function toStage(
  serial: string,
  sampleRateHz: number,
  bytes: Uint8Array,
  receivedMs = 1_700_000_000_000,
): FrameToStage {
  const [frame] = scanFrames(bytes).frames;
  if (frame === undefined) throw new Error('no frame in these bytes');
  return {
    serial,
    streamId: frame.streamId,
    sequence: frame.sequence,
    deviceTimeUs: frame.deviceTimeUs,
    sampleCount: frame.sampleCount,
    channelCount: frame.channelCount,
    sampleRateHz,
    receivedMs,
    bytes: frame.bytes,
  };
}
