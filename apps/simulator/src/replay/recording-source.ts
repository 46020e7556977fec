import type { SampleSource } from '../ward/virtual-device.ts';
import type { ReplayStream } from './recording-file.ts';

/** Plays a recording's samples in order; to the end, or round and round. */
export function fromRecordingStream(
  { declaration, channels }: ReplayStream,
  loop: boolean,
): SampleSource {
  const length = channels[0]?.length ?? 0;
  return {
    samples(fromSeconds, sampleCount) {
      const from = Math.round(fromSeconds * declaration.sampleRateHz);
      if (length === 0 || (!loop && from >= length)) return null;
      const count = Math.min(sampleCount, length - (from % length));
      return channels.map((channel) => channel.slice(from % length, (from % length) + count));
    },
  };
}
