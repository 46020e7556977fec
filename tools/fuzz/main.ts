import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  FUZZED_PARSERS,
  type FuzzedParser,
} from '../../packages/formats/src/testing/fuzz-parsers.ts';
import { mutated } from '../../packages/formats/src/testing/mutations.ts';
import { NATIVE_PARSER } from './native-parser.ts';

// T28: damaged files through every parser.
// `node tools/fuzz/main.ts [PARSER …] [--inputs N] [--seed S]`. Goal: no uncaught error, no input
// above 1 s, memory growth at most 64 MB.
const { values, positionals } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
const SLOWEST_ALLOWED_MS = 1_000;
const MAX_GROWTH_BYTES = 64 * 2 ** 20;
const LOOKED_AT_EVERY = 1_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Memory in use after a garbage collection. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function fuzz({ name, wholes, parse }: FuzzedParser): boolean {
  const before = held();
  let [errors, slowestMs, most, count] = [0, 0, before, 0];
  for (const bytes of mutated(wholes, inputs, seed)) {
    const startedAt = performance.now();
    try {
      parse(bytes);
    } catch (error) {
      errors++;
      if (errors <= 3)
        console.log(
          `  ${name}, input ${count}: ${error instanceof Error ? error.message : String(error)}`,
        );
    }
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    if (++count % LOOKED_AT_EVERY === 0) most = Math.max(most, held());
  }
  const growth = most - before;
  console.log(
    `T28  ${name.padEnd(18)} inputs ${String(count).padStart(7)}   uncaught ${String(errors).padStart(4)}   slowest ${slowestMs.toFixed(1).padStart(7)} ms   memory +${(growth / 2 ** 20).toFixed(1)} MB`,
  );
  return errors === 0 && slowestMs <= SLOWEST_ALLOWED_MS && growth <= MAX_GROWTH_BYTES;
}

const all = [...FUZZED_PARSERS, NATIVE_PARSER];
const chosen =
  positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name));
const kept = chosen.map(fuzz);
console.log(
  kept.every(Boolean)
    ? `T28  all ${kept.length} parsers keep the promise`
    : `T28  ${kept.filter((each) => !each).length} of ${kept.length} parsers do not keep the promise`,
);
process.exitCode = kept.every(Boolean) && kept.length > 0 ? 0 : 1;
