import { build, isBuilt } from './build-steps.mjs';
import { claim, enterClaim, findHolder, releaseClaim } from './process-claim.mjs';
import { inRoot, PlainFailure, toWriteFailure } from './repository.mjs';
import { assertNodeVersion, install, isInstalled } from './set-up.mjs';

const CLAIM = inRoot('.cache', 'preparing');
/** Starts whose servers load packages and parts of the build while they run. */
const RUNNING = inRoot('.cache', 'running');
const NOT_PERMITTED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Installs the packages and, unless `builds` is false, builds what has changed. Two processes never
 * do this in one folder at a time. An interrupted run leaves nothing that the next one takes for
 * complete.
 */
export async function prepare({ scope, builds = true, progress, signal }) {
  assertNodeVersion();
  if (isInstalled(scope) && !(builds && !isBuilt())) return;
  refuseOtherBuilder(claim(CLAIM));
  try {
    refuseRunningServer(isInstalled(scope));
    if (!isInstalled(scope))
      await progress.step('Installing the packages (once)', () => install(scope, signal));
    if (builds) await build(progress, signal);
  } finally {
    releaseClaim(CLAIM);
  }
}

/**
 * Keeps others from installing and building in this folder until `leaveRunning`. @throws
 * PlainFailure when a process does so at this moment
 */
export function enterRunning() {
  try {
    enterClaim(RUNNING);
  } catch (error) {
    // Another user installs and builds here, and this one may only read.
    if (!NOT_PERMITTED.has(error.code)) throw toWriteFailure(`the folder ${RUNNING}`, error);
  }
  refuseOtherBuilder(findHolder(CLAIM));
}

export const leaveRunning = () => releaseClaim(RUNNING);

function refuseOtherBuilder(holder) {
  if (holder !== null)
    throw new PlainFailure(
      `Process ${holder} is installing or building in this folder.\nWait until it has finished, then run the command again.`,
    );
}

/** `npm ci` and a build replace files that a server loads while it runs. */
function refuseRunningServer(hasPackages) {
  const server = findHolder(RUNNING);
  if (server === null) return;
  const reason = hasPackages
    ? 'The sources have changed since the last build'
    : 'The packages have to be installed again';
  throw new PlainFailure(
    `${reason}, and a server runs from this folder (process ${server}).\nStop the server and run the command again, or run it in a second copy of the repository (git worktree add ../yamori-2).`,
  );
}
