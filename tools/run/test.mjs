import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build-steps.mjs';
import {
  inRoot,
  pinnedEnvironment,
  pinnedNode,
  PlainFailure,
  ROOT,
  runMain,
} from './repository.mjs';
import { ensureInstalled } from './set-up.mjs';
import { readCounts, summarise } from './test-results.mjs';
import {
  changedFiles,
  PARTS,
  parseSelection,
  testsNamed,
  testsReached,
} from './test-selection.mjs';
import { ensureBrowser, ensureNatsServer } from './test-tools.mjs';

const REPORTS = inRoot('.cache', 'test');
/** Ctrl-C reaches this process alone, which stops its children in order. */
const OWN_GROUP = process.platform !== 'win32';
const STOP_TIMEOUT_MS = 5_000;
const TEMPORARY_PREFIX = 'yamori-tests-';
const MEMORY_FOLDER = '/dev/shm';
/** A whole run keeps up to 3 GiB of databases, recordings and browser profiles at a time. */
const MIN_MEMORY_BYTES = 8 * 1024 ** 3;

/** @param {import('./test-selection.mjs').Selection} selection */
function stagesOf(selection) {
  const { kind, parts } = selection;
  const shard = selection.shard === null ? [] : [`--shard=${selection.shard}`];
  const wanted = (part) => parts.includes(part);
  if (kind === 'all')
    return [
      ...(wanted('checks') ? CHECKS : []),
      ...(wanted('units') ? UNITS : []),
      ...(wanted('node') ? [nodeTests(shard)] : []),
      ...(wanted('web') ? [webTests(shard)] : []),
      ...(wanted('journeys') ? [allJourneys(shard)] : []),
      ...(wanted('replay') ? [replay()] : []),
      // It reads the reports of all tests.
      ...(shard.length === 0 && PARTS.every(wanted) ? [CASES] : []),
    ];
  const chosen = kind === 'words' ? chosenByWords(selection.words) : chosenByChange(selection);
  const stages = [
    ...(chosen.node === null ? [] : [nodeTests([...chosen.node, ...shard])]),
    ...(chosen.web === null ? [] : [webTests([...chosen.web, ...shard])]),
    ...(chosen.journeys === null ? [] : [chosenJourneys(chosen.journeys, shard)]),
  ];
  return stages.length === 0 ? [] : [TYPES, ...stages];
}

const chosenJourneys = (files, shard) =>
  files.length === 0 ? allJourneys(shard) : journeys([...files, ...shard]);

/** Arguments of each part; null: none of its tests. */
function chosenByWords(words) {
  const named = testsNamed(ROOT, words);
  if (Object.values(named).flat().length === 0)
    throw new PlainFailure(
      `No test's path contains ${words.map((word) => `"${word}"`).join(' or ')}.`,
    );
  const below = (folder, paths) =>
    paths.length === 0 ? null : paths.map((path) => path.slice(folder.length));
  return {
    node: below('', named.node),
    web: below('apps/web/', named.web),
    journeys: below('e2e/', named.journeys),
  };
}

function chosenByChange({ since }) {
  const { present, deleted } = changedFiles(ROOT, since);
  const { all, related, journeys: named } = testsReached(present, deleted);
  const importing =
    related.length === 0
      ? null
      : ['related', '--passWithNoTests', ...related.map((file) => inRoot(file))];
  return {
    node: all.has('node') ? [] : importing,
    web: all.has('web') ? [] : importing,
    journeys: all.has('journeys')
      ? []
      : named.length === 0
        ? null
        : named.map((file) => file.slice('e2e/'.length)),
  };
}

const program =
  (path, ...args) =>
  (context) =>
    run(pinnedNode(), [inRoot('node_modules', ...path.split('/')), ...args], context);
const script =
  (...path) =>
  (context) =>
    run(pinnedNode(), [inRoot(...path)], context);

/**
 * Exit code of a command whose output is ours. When the run is stopped, the command and all that it
 * started are asked to end, and killed when they do not.
 */
function run(command, args, { environment, signal }, { cwd = ROOT, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: OWN_GROUP,
  });
  let late;
  const stop = () => {
    endGroup(child, 'SIGINT');
    late = setTimeout(() => endGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
  };
  signal.addEventListener('abort', stop);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  }).finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    // Workers outlive a runner that was killed.
    if (signal.aborted) endGroup(child, 'SIGKILL');
  });
}

function endGroup(child, signalName) {
  if (child.pid === undefined) return;
  try {
    process.kill(OWN_GROUP ? -child.pid : child.pid, signalName);
  } catch {
    // It has ended.
  }
}

const TYPES = { name: 'types (tsc)', run: program('typescript/bin/tsc', '-b') };
const CHECKS = [
  { name: 'format (oxfmt)', run: program('oxfmt/bin/oxfmt', '--check') },
  TYPES,
  { name: 'lint (oxlint)', run: program('oxlint/bin/oxlint', '--type-aware') },
  {
    name: 'imports (dependency-cruiser)',
    run: program(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      'apps',
      'packages',
    ),
  },
  { name: 'shape', run: script('tools', 'shape', 'main.ts') },
  { name: 'texts', run: script('tools', 'texts', 'main.ts') },
  { name: 'commits', run: script('tools', 'commits', 'main.ts') },
];
const CASES = {
  name: 'cases (docs/reliability-cases.md, docs/specification-coverage.md)',
  run: script('tools', 'cases', 'main.ts'),
};

function vitest(name, report, args) {
  const command = args[0] === 'related' ? [] : ['run'];
  return {
    name,
    report,
    run: program(
      'vitest/vitest.mjs',
      ...command,
      ...args,
      '--run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ),
  };
}

const nodeTests = (args) => ({
  ...vitest('tests in Node (vitest)', join(REPORTS, 'node.json'), args),
  needsNats: true,
});

/** The tests that need neither database nor browser; `node` and `web` contain them. */
const UNITS = [
  vitest('units (vitest)', join(REPORTS, 'units.json'), ['--project', 'units']),
  vitest('units of the web application (vitest)', join(REPORTS, 'web-units.json'), [
    '--root',
    inRoot('apps', 'web'),
    '--project',
    'web',
  ]),
];

const webTests = (args) => {
  const root = ['--root', inRoot('apps', 'web')];
  const ordered =
    args[0] === 'related' ? ['related', ...root, ...args.slice(1)] : [...root, ...args];
  return {
    ...vitest('components in the browser (vitest)', join(REPORTS, 'web.json'), ordered),
    needsBrowser: true,
  };
};

function playwright(name, reportName, args) {
  const report = join(REPORTS, `${reportName}.json`);
  const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  return {
    name,
    report,
    needsBrowser: true,
    run: (context) =>
      run(pinnedNode(), [cli, 'test', ...args, '--reporter=list,json'], context, {
        cwd: inRoot('e2e'),
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
  };
}

const journeys = (args) => playwright('journeys (playwright)', 'journeys', args);
const allJourneys = (args) => journeys(['--project=long journeys', '--project=journeys', ...args]);
/** Recordings are played at their own speed: on their own, with the machine to themselves. */
const replay = () => playwright('replayed recordings (playwright)', 'replay', ['--project=replay']);

async function runStage(stage, context) {
  console.log(`\n── ${stage.name}`);
  const startedAt = performance.now();
  const isRunnable = !stage.needsBrowser || context.browser !== null;
  const code = isRunnable ? await stage.run(context) : noBrowser();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { name: stage.name, isPassed: code === 0, seconds, ...readCounts(stage, code) };
}

function noBrowser() {
  console.error(
    'No browser was found. Install Chromium, Chrome or Edge, or set YAMORI_BROWSER to its path.',
  );
  return 1;
}

/**
 * A folder in memory, where tests create some thousand databases and browser profiles; null where
 * there is no room for it.
 */
function makeMemoryFolder() {
  if (!existsSync(MEMORY_FOLDER)) return null;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (Math.min(bavail * bsize, freemem()) < MIN_MEMORY_BYTES) return null;
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY_FOLDER, `${TEMPORARY_PREFIX}${process.pid}-`));
  // The account that PostgreSQL runs as must be able to create folders here too.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Of runs that were killed: in memory they would stay until the machine restarts. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const pid = Number(name.startsWith(TEMPORARY_PREFIX) ? name.split('-')[2] : Number.NaN);
    const path = join(MEMORY_FOLDER, name);
    if (Number.isNaN(pid) || isRunning(pid) || statSync(path).uid !== process.getuid()) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function runStages(stages, signal) {
  const needs = (tool) => stages.some((stage) => stage[tool]);
  const browser = needs('needsBrowser') ? ensureBrowser() : null;
  if (needs('needsNats') && !ensureNatsServer())
    console.log('nats-server is not installed: tests with several servers are skipped.');
  buildAll();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const memoryFolder = makeMemoryFolder();
  const environment = pinnedEnvironment({
    ...(browser === null ? {} : { YAMORI_BROWSER: browser }),
    ...(memoryFolder === null ? {} : { TMPDIR: memoryFolder }),
    CI: '1',
    YAMORI_PROGRAMS: 'built',
  });
  try {
    const results = [];
    for (const stage of stages) {
      if (signal.aborted) return 130;
      results.push(await runStage(stage, { environment, browser, signal }));
    }
    return signal.aborted ? 130 : summarise(results);
  } finally {
    if (memoryFolder !== null)
      rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

// Every stage runs, whether or not others fail; the end of the output names all failures.
await runMain(async () => {
  const selection = parseSelection(process.argv.slice(2));
  if (selection === null) return 0;
  const stages = stagesOf(selection);
  if (stages.length === 0) {
    console.log('The change reaches no test.');
    return 0;
  }
  ensureInstalled();
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stopping.abort());
  return runStages(stages, stopping.signal);
});
