import { existsSync, readdirSync } from 'node:fs';
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

const ENDING = '.bench.ts';
/** It runs the whole test suite. */
const ON_REQUEST = new Set(['s16-test-time.bench.ts']);

// `npm run bench` runs all, `npm run bench -- s1 s3` those whose names begin so.
await runMain(() => {
  ensureInstalled();
  buildAll();
  const all = existsSync(inRoot('bench'))
    ? readdirSync(inRoot('bench'))
        .filter((file) => file.endsWith(ENDING))
        .sort()
    : [];
  const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
  const isWanted = (file) =>
    wanted.some((name) => file.startsWith(`${name}-`) || file.startsWith(`${name}.`));
  const chosen = all.filter(wanted.length === 0 ? (file) => !ON_REQUEST.has(file) : isWanted);
  if (chosen.length === 0)
    throw new PlainFailure(
      `No benchmark of that name. There are: ${all.map((file) => file.slice(0, -ENDING.length)).join(', ')}`,
    );
  const browser = ensureBrowser();
  const env = pinnedEnvironment({
    YAMORI_PROGRAMS: 'built',
    ...(browser === null ? {} : { YAMORI_BROWSER: browser }),
  });
  for (const file of chosen) {
    if (runThrough(pinnedNode(), [inRoot('bench', file)], { env }) !== 0)
      throw new PlainFailure(`${file} failed.`);
  }
});
