import { untilToldToStop } from './processes.mjs';
import { prepare } from './prepare.mjs';
import { createProgress } from './progress.mjs';
import { runMain } from './repository.mjs';

// `npm run build` installs everything and builds. The words are for the other scripts: `runtime`
// leaves out the packages of tests, `only` leaves out the build.
const words = process.argv.slice(2);

await runMain(async () => {
  const stopping = new AbortController();
  void untilToldToStop().then(() => stopping.abort());
  await prepare({
    scope: words.includes('runtime') ? 'runtime' : 'all',
    builds: !words.includes('only'),
    progress: createProgress(process.stderr),
    signal: stopping.signal,
  });
});
