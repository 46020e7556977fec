import { readFileSync } from 'node:fs';
import { readRecordingFile } from '@yamori/frames';
import type { FuzzedParser } from '../../packages/formats/src/testing/fuzz-parsers.ts';

const whole = new Uint8Array(
  readFileSync(new URL('../../packages/frames/vectors/file.ymr', import.meta.url)),
);

/** Yamori's own recording files, which packages/formats does not read. */
export const NATIVE_PARSER: FuzzedParser = {
  name: 'native',
  wholes: [whole],
  parse: (bytes) => {
    const read = readRecordingFile(bytes);
    if (read.kind === 'refused') return;
    const samples = read.streams.reduce(
      (sum, { channels }) => sum + channels.reduce((all, values) => all + values.length, 0),
      0,
    );
    // Packed differences of width 0 take at least an eighth of a bit per sample.
    if (samples > 64 * bytes.length)
      throw new Error(`${samples} samples from ${bytes.length} bytes`);
    for (const { byteOffset } of read.problems)
      if (!(byteOffset >= 0 && byteOffset <= bytes.length))
        throw new Error(`a problem at ${byteOffset} of ${bytes.length}`);
  },
};
