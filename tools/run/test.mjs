// The default import: an old Node has no `statfsSync`, and gets a message instead.
import fs from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build-steps.mjs';
import { claim, isAlive, releaseClaim } from './process-claim.mjs';
import { runScript, waitForStop } from './processes.mjs';
import {
  inRoot,
  pinnedEnvironment,
  PlainFailure,
  ROOT,
  runMain,
  STOPPED_EXIT_CODE,
} from './repository.mjs';
import { assertNodeVersion, ensureInstalled } from './set-up.mjs';
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
const RUNNING = inRoot('.cache', 'testing');
const TEMPORARY_PREFIX = 'yamori-tests-';
const MEMORY_FOLDER = '/dev/shm';
/** A whole run keeps up to 3 GiB of databases, recordings and browser profiles at a time. */
const MIN_MEMORY_BYTES = 8 * 1024 ** 3;

/** @param {import('./test-selection.mjs').Selection} selection */
function getStages(selection) {
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

/** Arguments of each part; null if none of its tests run. */
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
    runScript([inRoot('node_modules', ...path.split('/')), ...args], context);
const script =
  (...path) =>
  (context) =>
    runScript([inRoot(...path)], context);

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
    needsBuild: true,
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
    needsBuild: true,
    run: ({ signal, env }) =>
      runScript([cli, 'test', ...args, '--reporter=list,json'], {
        signal,
        cwd: inRoot('e2e'),
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
  };
}

const journeys = (args) => playwright('journeys (playwright)', 'journeys', args);
const allJourneys = (args) => journeys(['--project=long journeys', '--project=journeys', ...args]);
/** Recordings play in real time, so these tests run alone. */
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
    if (Number.isNaN(pid) || isAlive(pid) || fs.statSync(path).uid !== process.getuid()) continue;
    fs.rmSync(path, { recursive: true, force: true });
  }
}

async function runStages(stages, signal) {
  const needs = (tool) => stages.some((stage) => stage[tool]);
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
  try {
    const results = [];
    for (const stage of stages) {
      if (signal.aborted) return STOPPED_EXIT_CODE;
      results.push(await runStage(stage, { env, browser, signal }));
    }
    return signal.aborted ? STOPPED_EXIT_CODE : summarise(results);
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
  const stages = getStages(selection);
  if (stages.length === 0) {
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
