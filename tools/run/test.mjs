// The default import: an old Node has no `statfsSync`, and gets a message instead.
import fs from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build-steps.mjs';
import { claim, isAlive, releaseClaim } from './process-claim.mjs';
import { waitForStop } from './processes.mjs';
import {
  inRoot,
  pinnedEnvironment,
  PlainFailure,
  runMain,
  STOPPED_EXIT_CODE,
} from './repository.mjs';
import { assertNodeVersion, ensureInstalled } from './set-up.mjs';
import { runQueues } from './stage-queues.mjs';
import { readCounts, summarise } from './test-results.mjs';
import { parseSelection } from './test-selection.mjs';
import { getQueues, REPORTS } from './test-stages.mjs';
import { ensureBrowser, ensureNatsServer } from './test-tools.mjs';

const RUNNING = inRoot('.cache', 'testing');
const TEMPORARY_PREFIX = 'yamori-tests-';
const MEMORY_FOLDER = '/dev/shm';
/** A whole run keeps up to 3 GiB of databases, recordings and browser profiles at a time. */
const MIN_MEMORY_BYTES = 8 * 1024 ** 3;

const NO_BROWSER =
  'No browser was found. Install Chromium, Chrome or Edge, or set YAMORI_BROWSER to its path.\n';

/** `onOutput` is null for a stage that inherits the terminal. */
async function runStage(stage, onOutput, context) {
  const print = onOutput ?? printText;
  print(`\n── ${stage.name}\n`);
  const startedAt = performance.now();
  const isRunnable = !stage.needsBrowser || context.browser !== null;
  if (!isRunnable) print(NO_BROWSER);
  const code = isRunnable ? await stage.run({ ...context, onOutput }) : 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { name: stage.name, isPassed: code === 0, seconds, ...readCounts(stage, code) };
}

const printText = (text) => void process.stdout.write(text);

/**
 * A folder in memory, where tests create some thousand databases and browser profiles; null if
 * there is not enough memory.
 */
function makeMemoryFolder() {
  if (!fs.existsSync(MEMORY_FOLDER)) return null;
  const { bavail, bsize } = fs.statfsSync(MEMORY_FOLDER);
  if (Math.min(bavail * bsize, freemem()) < MIN_MEMORY_BYTES) return null;
  removeLeftovers();
  const folder = fs.mkdtempSync(join(MEMORY_FOLDER, `${TEMPORARY_PREFIX}${process.pid}-`));
  // The account that PostgreSQL runs as must be able to create folders here too.
  fs.chmodSync(folder, 0o1777);
  return folder;
}

/** Removes folders of killed runs, which would stay in memory until the machine restarts. */
function removeLeftovers() {
  for (const name of fs.readdirSync(MEMORY_FOLDER)) {
    const pid = Number(name.startsWith(TEMPORARY_PREFIX) ? name.split('-')[2] : Number.NaN);
    const path = join(MEMORY_FOLDER, name);
    if (Number.isNaN(pid) || isAlive(pid) || fs.statSync(path).uid !== process.getuid?.()) continue;
    fs.rmSync(path, { recursive: true, force: true });
  }
}

async function runStages({ queues, last }, signal) {
  const needs = (tool) => queues.flat().some((stage) => stage[tool]);
  const browser = needs('needsBrowser') ? ensureBrowser() : null;
  if (needs('needsNats') && !ensureNatsServer())
    console.log('nats-server is not installed: tests with several servers are skipped.');
  if (needs('needsBuild')) buildAll();
  fs.rmSync(REPORTS, { recursive: true, force: true });
  fs.mkdirSync(REPORTS, { recursive: true });
  const memoryFolder = makeMemoryFolder();
  const env = pinnedEnvironment({
    ...(browser === null ? {} : { YAMORI_BROWSER: browser }),
    ...(memoryFolder === null ? {} : { TMPDIR: memoryFolder }),
    CI: '1',
    YAMORI_PROGRAMS: 'built',
  });
  const context = { env, browser, signal };
  const run = (stages) =>
    runQueues(stages, (stage, onOutput) => runStage(stage, onOutput, context), {
      print: printText,
      signal,
    });
  try {
    const startedAt = performance.now();
    const results = [...(await run(queues)), ...(await run([last]))];
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return signal.aborted ? STOPPED_EXIT_CODE : summarise(results, seconds);
  } finally {
    if (memoryFolder !== null)
      fs.rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Two runs would overwrite each other's reports and build. */
function refuseSecondRun(holder) {
  if (holder !== null)
    throw new PlainFailure(
      `Tests already run in this folder (process ${holder}).\nWait until they have finished, or run these in a second copy of the repository (git worktree add ../yamori-2).`,
    );
}

// Every stage runs, whether or not others fail; the end of the output names all failures.
await runMain(async () => {
  assertNodeVersion();
  const selection = parseSelection(process.argv.slice(2));
  if (selection === null) return 0;
  const stages = getQueues(selection);
  if (stages.queues.length === 0) {
    console.log('The change reaches no test.');
    return 0;
  }
  const stopping = new AbortController();
  void waitForStop().then(() => stopping.abort());
  ensureInstalled();
  refuseSecondRun(claim(RUNNING));
  try {
    return await runStages(stages, stopping.signal);
  } finally {
    releaseClaim(RUNNING);
  }
});
