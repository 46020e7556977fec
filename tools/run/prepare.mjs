import { build, isBuilt } from './build-steps.mjs';
import { claim, releaseClaim } from './process-claim.mjs';
import { inRoot, PlainFailure } from './repository.mjs';
import { assertNodeVersion, install, isInstalled } from './set-up.mjs';

const CLAIM = inRoot('.cache', 'preparing');

/**
 * Installs the packages and, unless `builds` is false, builds what has changed. Two processes never
 * do this in one folder at a time. An interrupted run leaves nothing that the next one takes for
 * complete.
 */
export async function prepare({ scope, builds = true, progress, signal }) {
  assertNodeVersion();
  if (isInstalled(scope) && !(builds && !isBuilt())) return;
  const holder = claim(CLAIM);
  if (holder !== null)
    throw new PlainFailure(
      `Process ${holder} is installing or building in this folder.\nWait until it has finished, then run the command again.`,
    );
  try {
    if (!isInstalled(scope))
      await progress.step('Installing the packages (once)', () => install(scope, signal));
    if (builds) await build(progress, signal);
  } finally {
    releaseClaim(CLAIM);
  }
}
