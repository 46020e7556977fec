import { waitForStop } from './processes.mjs';
import { prepare } from './prepare.mjs';
import { createProgress } from './progress.mjs';
import { runMain } from './repository.mjs';

// `npm run build` installs everything and builds. Other scripts pass `runtime`, which skips the
// packages of tests, and `only`, which skips the build.
const flags = process.argv.slice(2);

await runMain(async () => {
  const stopping = new AbortController();
  void waitForStop().then(() => stopping.abort());
  await prepare({
    scope: flags.includes('runtime') ? 'runtime' : 'all',
    builds: !flags.includes('only'),
    progress: createProgress(process.stderr),
    signal: stopping.signal,
  });
});
