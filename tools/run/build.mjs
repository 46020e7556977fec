import { buildAll } from './build-steps.mjs';
import { runMain } from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';

await runMain(() => {
  ensureInstalled();
  buildAll();
});
