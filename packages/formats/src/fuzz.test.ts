import { describe, expect, it } from 'vitest';
import { FUZZED_PARSERS } from './testing/fuzz-parsers.ts';
import { mutated } from './testing/mutations.ts';

// Files are untrusted: a reader must return what it could read, with problems, and never throw.
// `node tools/fuzz/main.ts` runs 100,000 inputs per parser and prints time and memory.
const INPUTS = 500;

describe('parsers under fuzzing', () => {
  it.each(FUZZED_PARSERS.map((parser) => [parser.name, parser] as const))(
    '%s keeps its guarantees for valid files and for 500 damaged ones',
    (_, { wholes, parse }) => {
      for (const whole of wholes) parse(whole);
      let index = 0;
      for (const bytes of mutated(wholes, INPUTS, 1)) {
        index++;
        try {
          parse(bytes);
        } catch (error) {
          expect.fail(
            `input ${index}: ${error instanceof Error ? error.stack : String(error)}\n${JSON.stringify(new TextDecoder('windows-1252').decode(bytes)).slice(0, 2_000)}`,
          );
        }
      }
    },
  );
});
