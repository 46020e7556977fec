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

// `npm run screenshots -- --help` explains the arguments.
await runMain(() => {
  ensureInstalled();
  buildAll();
  const browser = ensureBrowser();
  if (browser === null)
    throw new PlainFailure(
      'No Chromium was found. Install one, or set YAMORI_BROWSER to the path of its program.',
    );
  return runThrough(
    pinnedNode(),
    [inRoot('e2e', 'screenshots', 'main.ts'), ...process.argv.slice(2)],
    { env: pinnedEnvironment({ YAMORI_BROWSER: browser, YAMORI_PROGRAMS: 'built' }) },
  );
});
