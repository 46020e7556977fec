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

const ENDING = '.bench.ts';

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
  const chosen =
    wanted.length === 0 ? all : all.filter((file) => wanted.some((name) => file.startsWith(name)));
  if (chosen.length === 0)
    throw new PlainFailure(
      `No benchmark of that name. There are: ${all.map((file) => file.slice(0, -ENDING.length)).join(', ')}`,
    );
  for (const file of chosen) {
    if (runThrough(pinnedNode(), [inRoot('bench', file)], { env: pinnedEnvironment() }) !== 0)
      throw new PlainFailure(`${file} failed.`);
  }
});
