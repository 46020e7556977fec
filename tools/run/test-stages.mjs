import { join } from 'node:path';
import { runScript } from './processes.mjs';
import { inRoot, PlainFailure, ROOT } from './repository.mjs';
import { changedFiles, PARTS, testsNamed, testsReached } from './test-selection.mjs';

/** Folder of the reports that stages write. */
export const REPORTS = inRoot('.cache', 'test');

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [report] path of the report that it writes
 * @property {boolean} [needsBuild]
 * @property {boolean} [needsBrowser]
 * @property {boolean} [needsNats]
 * @property {(context: any) => Promise<number>} run returns the exit code
 */

/**
 * Queues of stages that run at the same time, and the stages that run after all of them. Replays
 * mostly wait for recordings that play in real time. Other stages keep both cores busy, and pages
 * of journeys draw all the time: in parallel with other tests they take longer than after them.
 * @param {import('./test-selection.mjs').Selection} selection
 * @returns {{ queues: readonly (readonly Stage[])[], last: readonly Stage[] }}
 */
export function getQueues(selection) {
  const { kind, parts } = selection;
  if (kind !== 'all') {
    const stages = getChosen(selection);
    return { queues: stages.length === 0 ? [] : [[TYPES, ...stages]], last: [] };
  }
  const shard = toShardArguments(selection);
  const wanted = (part) => parts.includes(part);
  const queues = [
    [
      ...(wanted('checks') ? CHECKS : []),
      ...(wanted('node') ? [nodeTests(shard)] : []),
      ...(wanted('web') ? [webTests(shard)] : []),
      ...(wanted('journeys') ? [allJourneys(shard)] : []),
    ],
    wanted('units') ? UNITS : [],
    wanted('replay') ? [replay()] : [],
  ].filter((queue) => queue.length > 0);
  // It reads the reports of all tests.
  return { queues, last: shard.length === 0 && PARTS.every(wanted) ? [CASES] : [] };
}

const toShardArguments = ({ shard }) => (shard === null ? [] : [`--shard=${shard}`]);

function getChosen(selection) {
  const shard = toShardArguments(selection);
  const chosen =
    selection.kind === 'words' ? chosenByWords(selection.words) : chosenByChange(selection);
  return [
    ...(chosen.node === null ? [] : [nodeTests([...chosen.node, ...shard])]),
    ...(chosen.web === null ? [] : [webTests([...chosen.web, ...shard])]),
    ...(chosen.journeys === null ? [] : [chosenJourneys(chosen.journeys, shard)]),
  ];
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

function playwright(name, reportName, args, environment = {}) {
  const report = join(REPORTS, `${reportName}.json`);
  const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  return {
    name,
    report,
    needsBrowser: true,
    needsBuild: true,
    run: ({ signal, env, onOutput }) => {
      // Playwright empties this folder at the start.
      const output = `--output=${inRoot('.cache', 'playwright', reportName)}`;
      return runScript([cli, 'test', ...args, output, '--reporter=list,json'], {
        signal,
        cwd: inRoot('e2e'),
        env: {
          ...env,
          ...environment,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          // Transforming all journeys takes 8 s; by default a run keeps the result to itself.
          PWTEST_CACHE_DIR: inRoot('.cache', 'playwright-transforms'),
        },
        onOutput,
      });
    },
  };
}

const journeys = (args) => playwright('journeys (playwright)', 'journeys', args);
const allJourneys = (args) => journeys(['--project=long journeys', '--project=journeys', ...args]);
/** Recordings play in real time, on their own server. */
const replay = () =>
  playwright('replayed recordings (playwright)', 'replay', ['--project=replay'], {
    YAMORI_WARD: 'none',
  });
