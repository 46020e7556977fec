import type { Samples } from '../reading/reading.ts';
import { channelWidth, type NightChannel, type NightStretch } from './night-input.ts';

interface ChannelFeed {
  /** Pushes all new samples before this time. Returns whether there were any. */
  until(toMs: number): boolean;
}

/**
 * Reads the stretches of a channel in step with other channels. Samples before `fromMs` and samples
 * that go back in time are skipped.
 */
export function createChannelFeed(
  channel: NightChannel,
  fromMs: number,
  push: (samples: Samples, firstMs: number) => void,
  onSource: (source: string) => void,
): ChannelFeed {
  const iterator = channel.stretches[Symbol.iterator]();
  const width = channelWidth(channel.kind);
  const msPerFrame = 1000 / channel.sampleRateHz;
  let current: NightStretch | undefined;
  let usedFrames = 0;
  let doneMs = fromMs;

  const next = (): boolean => {
    const { value, done } = iterator.next();
    if (done) return false;
    current = value;
    usedFrames = Math.max(0, Math.ceil((doneMs - value.fromMs) / msPerFrame - 1e-6));
    return true;
  };
  return {
    until(toMs) {
      let hasPushed = false;
      while (current || next()) {
        if (!current) return hasPushed;
        const frames = Math.floor(current.samples.length / width);
        const end = Math.min(frames, Math.ceil((toMs - current.fromMs) / msPerFrame - 1e-6));
        if (end > usedFrames) {
          push(
            current.samples.subarray(usedFrames * width, end * width),
            current.fromMs + usedFrames * msPerFrame,
          );
          onSource(current.source);
          hasPushed = true;
          usedFrames = end;
          doneMs = Math.max(doneMs, current.fromMs + end * msPerFrame);
        }
        if (usedFrames < frames) return hasPushed;
        current = undefined;
      }
      return hasPushed;
    },
  };
}
