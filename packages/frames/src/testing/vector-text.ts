import { type VectorCase, fileVector } from './vector-cases.ts';

/** The .json next to a vector's .bin: the expected result. */
export function vectorText(vector: VectorCase): string {
  const frames = vector.frames.map(({ streamId, sequence, deviceTimeUs, channels }) => ({
    streamId,
    sequence,
    deviceTimeUs,
    sampleCount: channels[0]?.length ?? 0,
    channels: channels.map((samples) => `[${samples.join(',')}]`),
  }));
  // One line per channel, for readable diffs.
  return `${JSON.stringify({ frames, problems: vector.problems }, null, 2).replace(/"(\[[-\d,]*\])"/g, '$1')}\n`;
}

/** The .json next to file.ymr: its header. */
export const fileVectorText = (): string => `${JSON.stringify(fileVector().header, null, 2)}\n`;
