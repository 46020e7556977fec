import { isNotMeasured, type Samples } from '../reading/reading.ts';

/**
 * Reshapes a block of `channels × sampleCount` channel-major samples for estimators that need
 * another layout. The returned array is reused by the next call.
 */
export type ChannelBlocks = {
  /**
   * Mean over all measured channels at each instant; NaN where none was measured. In EIT it follows
   * breathing.
   */
  readonly mean: (samples: Samples, sampleCount: number) => Float32Array;
  /** The first `channels` channels, interleaved sample by sample (x y z, x y z, …). */
  readonly interleave: (samples: Samples, sampleCount: number, channels: number) => Int16Array;
};

export function createChannelBlocks(): ChannelBlocks {
  let means = new Float32Array(64);
  let interleaved = new Int16Array(192);
  return {
    mean(samples, sampleCount) {
      if (means.length < sampleCount) means = new Float32Array(sampleCount);
      for (let index = 0; index < sampleCount; index++)
        means[index] = meanAt(samples, sampleCount, index);
      return means.subarray(0, sampleCount);
    },
    interleave(samples, sampleCount, channels) {
      const length = channels * sampleCount;
      if (interleaved.length < length) interleaved = new Int16Array(length);
      for (let index = 0; index < sampleCount; index++) {
        for (let channel = 0; channel < channels; channel++)
          interleaved[channels * index + channel] = samples[channel * sampleCount + index] ?? 0;
      }
      return interleaved.subarray(0, length);
    },
  };
}

function meanAt(samples: Samples, sampleCount: number, index: number): number {
  let sum = 0;
  let measured = 0;
  for (let at = index; at < samples.length; at += sampleCount) {
    const value = samples[at] ?? 0;
    if (isNotMeasured(value)) continue;
    sum += value;
    measured += 1;
  }
  return measured === 0 ? Number.NaN : sum / measured;
}
