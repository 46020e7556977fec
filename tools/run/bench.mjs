import { BENCHMARKS } from './benchmarks.mjs';
import { buildAll } from './build-steps.mjs';
import {
  inRoot,
  pinnedEnvironment,
  pinnedNode,
  PlainFailure,
  runMain,
  runThrough,
} from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';
import { ensureBrowser } from './test-tools.mjs';

/** It runs the whole test suite. */
const ON_REQUEST = 's16-test-time';
const NAMES = Object.keys(BENCHMARKS).sort();
const LIST = Object.entries(BENCHMARKS)
  .map(([name, description]) => `  ${name.padEnd(25)}${description}`)
  .join('\n');

const HELP = `npm run bench              all benchmarks except ${ON_REQUEST}
npm run bench -- s1 s3     those whose names begin so

${LIST}

docs/benchmarks.md shows their last results.`;

/** @param {readonly string[]} wanted beginnings of names */
function choose(wanted) {
  if (wanted.length === 0) return NAMES.filter((name) => name !== ON_REQUEST);
  return NAMES.filter((name) =>
    wanted.some((beginning) => name === beginning || name.startsWith(`${beginning}-`)),
  );
}

await runMain(() => {
  const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
  if (wanted.includes('--help')) {
    console.log(HELP);
    return;
  }
  const chosen = choose(wanted);
  if (chosen.length === 0)
    throw new PlainFailure(`No benchmark has the name ${wanted.join(' ')}.\n\n${HELP}`);
  ensureInstalled();
  buildAll();
  const browser = ensureBrowser();
  const env = pinnedEnvironment({
    YAMORI_PROGRAMS: 'built',
    ...(browser === null ? {} : { YAMORI_BROWSER: browser }),
  });
  for (const name of chosen) {
    if (runThrough(pinnedNode(), [inRoot('bench', `${name}.bench.ts`)], { env }) !== 0)
      throw new PlainFailure(`The benchmark ${name} failed.`);
  }
});
