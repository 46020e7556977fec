import { type VectorCase, fileVector } from './vector-cases.ts';

/** The .json beside a vector's .bin: what a reader must find in it. */
export function vectorText(vector: VectorCase): string {
  const frames = vector.frames.map(({ streamId, sequence, deviceTimeUs, channels }) => ({
    streamId,
    sequence,
    deviceTimeUs,
    sampleCount: channels[0]?.length ?? 0,
    channels: channels.map((samples) => `[${samples.join(',')}]`),
  }));
  // One line a channel, so that differences can be read.
  return `${JSON.stringify({ frames, problems: vector.problems }, null, 2).replace(/"(\[[-\d,]*\])"/g, '$1')}\n`;
}

/** The .json beside file.ymr: its header. */
export const fileVectorText = (): string => `${JSON.stringify(fileVector().header, null, 2)}\n`;
