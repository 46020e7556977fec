import { inRoot, pinnedEnvironment, pinnedNode, runMain, runThrough } from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';

// `npm run texts` runs `tools/texts/main.ts` on the pinned Node: not every npm puts that first.
const [name = '', ...args] = process.argv.slice(2);

await runMain(() => {
  ensureInstalled();
  return runThrough(pinnedNode(), [inRoot('tools', name, 'main.ts'), ...args], {
    env: pinnedEnvironment(),
  });
});
