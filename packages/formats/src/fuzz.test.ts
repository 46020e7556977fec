import { describe, expect, it } from 'vitest';
import { FUZZED_PARSERS } from './testing/fuzz-parsers.ts';
import { mutated } from './testing/mutations.ts';

// Files come from outside: whatever is in them, a reader answers with what it could read and named
// problems. `node tools/fuzz/main.ts` goes through 100,000 of them for each parser and prints time
// and memory.
const INPUTS = 500;

describe('damaged files', () => {
  it.each(FUZZED_PARSERS.map((parser) => [parser.name, parser] as const))(
    '%s: whole files keep the promises, and so do 500 damaged ones',
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
