import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import util from 'node:util';
import { listFiles } from './list-files.mjs';
import { PlainFailure } from './repository.mjs';

/** The parts of `npm test`, in order. */
export const PARTS = ['checks', 'node', 'web', 'journeys', 'replay'];
/** Tests that need neither database nor browser; contained in `node` and `web`. */
const UNITS = 'units';

const USAGE = `npm test                       every check and every test
npm test -- report bill        types, and the tests whose path contains one of the words
npm test -- changed            types, and the tests that uncommitted changes and commits since
                               origin/main (or --since REVISION) can reach
npm test -- --part web         one part of: ${[...PARTS, UNITS].join(', ')} (may be repeated)
npm test -- --shard 1/3        a third of node, web and journeys; other parts run whole`;

/**
 * @typedef {object} Selection
 * @property {'all' | 'words' | 'changed'} kind
 * @property {string[]} words
 * @property {string | null} since revision that `changed` compares with; null: the default
 * @property {string[]} parts
 * @property {string | null} shard `1/3`
 *
 * @typedef {'node' | 'web' | 'journeys'} Part
 */

/**
 * Parses the arguments of `npm test --`. Returns null after printing the help.
 * @param {string[]} args
 * @returns {Selection | null}
 */
export function parseSelection(args, print = console.log) {
  let parsed;
  try {
    parsed = util.parseArgs({
      args,
      allowPositionals: true,
      options: {
        part: { type: 'string', multiple: true },
        shard: { type: 'string' },
        since: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new PlainFailure(`${error.message}\n\n${USAGE}`);
  }
  const { values, positionals: words } = parsed;
  if (values.help) {
    print(USAGE);
    return null;
  }
  const unknown = values.part?.find((part) => ![...PARTS, UNITS].includes(part));
  if (unknown !== undefined) throw new PlainFailure(`There is no part "${unknown}".\n\n${USAGE}`);
  if (values.shard !== undefined && !isShard(values.shard))
    throw new PlainFailure(`"${values.shard}" is not a shard such as 1/3.\n\n${USAGE}`);
  const isChanged = words.length === 1 && words[0] === 'changed';
  if (values.since !== undefined && !isChanged)
    throw new PlainFailure(`--since works only with \`changed\`.\n\n${USAGE}`);
  if (values.part !== undefined && words.length > 0)
    throw new PlainFailure(`--part cannot be combined with words.\n\n${USAGE}`);
  return {
    kind: isChanged ? 'changed' : words.length > 0 ? 'words' : 'all',
    words: isChanged ? [] : words,
    since: values.since ?? null,
    parts: values.part ?? PARTS,
    shard: values.shard ?? null,
  };
}

function isShard(text) {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  return index !== undefined && Number(index) >= 1 && Number(index) <= Number(count);
}

/**
 * The first that fits.
 * @type {readonly { part: Part, folders: readonly string[], suffixes: readonly string[] }[]}
 */
const TEST_FILES = [
  { part: 'journeys', folders: ['e2e'], suffixes: ['.journey.ts'] },
  { part: 'web', folders: ['apps/web/src'], suffixes: ['.test.ts', '.test.tsx'] },
  { part: 'node', folders: ['packages', 'apps', 'e2e', 'tools'], suffixes: ['.test.ts'] },
];
const IGNORED_FOLDERS = new Set(['node_modules', 'build', 'dist']);

/**
 * Test files whose path contains one of the words, by part.
 * @param {string} root the repository's folder
 * @param {readonly string[]} words
 * @returns {Record<Part, string[]>} paths relative to the root
 */
export function testsNamed(root, words) {
  /** @type {Record<Part, string[]>} */
  const chosen = { node: [], web: [], journeys: [] };
  const files = ['packages', 'apps', 'e2e', 'tools'].flatMap((folder) =>
    listFiles(join(root, folder), (name) => IGNORED_FOLDERS.has(name)),
  );
  for (const path of files.map((file) => relative(root, file))) {
    if (!words.some((word) => path.includes(word))) continue;
    const part = getPart(path);
    if (part !== null) chosen[part].push(path);
  }
  return chosen;
}

/** @param {string} path */
function getPart(path) {
  const match = TEST_FILES.find(
    ({ folders, suffixes }) =>
      folders.some((folder) => path.startsWith(`${folder}/`)) &&
      suffixes.some((suffix) => path.endsWith(suffix)),
  );
  return match?.part ?? null;
}

/**
 * What tests reach without an import, which Vitest cannot follow: `parts` run completely, and so do
 * the tests that import a source in `related`.
 * @type {readonly { files: RegExp, parts?: readonly Part[], related?: readonly string[] }[]}
 */
const REACHED = [
  {
    // How all tests are built or run.
    files:
      /^(package(-lock)?\.json|tsconfig.*\.json|vitest\.config\.ts|tools\/run\/|\.npmrc)|^packages\/frames\/(assembly|wasm)\//,
    parts: ['node', 'web', 'journeys'],
  },
  // Loaded without an import.
  {
    files:
      /^(packages|tools|e2e|apps\/(server|simulator|command))\/.*\.(sql|json|txt|bin|br|ymr|[ch])$/,
    parts: ['node'],
  },
  { files: /^apps\/web\/.*\.(css|html|json|txt|webmanifest)$/, parts: ['web'] },
  {
    files: /^docs\/openapi\.json$/,
    related: ['tools/openapi/describe-apis.ts', 'apps/server/src/core/http/api-reader.test.ts'],
  },
  { files: /^docs\/specification-coverage\.md$/, related: ['tools/cases/coverage.test.ts'] },
  {
    files: /^(README|CONTRIBUTING|docs\/.*)\.md$/,
    related: ['tools/cases/documented-paths.test.ts'],
  },
  // Named by configurations.
  { files: /^apps\/server\/src\/testing\/database-cluster\.ts$/, parts: ['node'] },
  {
    files: /^apps\/web\/(vitest\.config\.ts|src\/kit\/testing\/clean-page\.ts)$/,
    parts: ['web'],
  },
  {
    files: /^apps\/web\/(vite\.config\.ts|index\.html|service-worker\/|public\/)/,
    parts: ['journeys'],
  },
  { files: /^e2e\/(?!.*\.journey\.ts$)[^/]+\.ts$/, parts: ['journeys'] },
  // Programs.
  {
    files:
      /^apps\/server\/src\/((admin|config|core|demo|modules)\/)?[^/]+\.ts$|\/(module|listen)\.ts$/,
    related: [
      'apps/server/src/testing/server-process.ts',
      'apps/server/src/first-start.test.ts',
      'apps/server/src/admin/operator.test.ts',
      'apps/command/src/commands/operations.ts',
    ],
  },
  {
    files: /^apps\/simulator\/src\/main\.ts$/,
    related: ['apps/command/src/commands/simulate.ts', 'e2e/replay/replay-process.test.ts'],
  },
  {
    files: /^apps\/simulator\/src\/nights-main\.ts$/,
    related: ['apps/server/src/demo/night-simulator.ts'],
  },
  {
    files: /^apps\/command\/src\/(main\.ts$|commands\/)/,
    related: [
      'apps/command/src/main.test.ts',
      'apps/command/src/commands/analysis.test.ts',
      'e2e/conformance/command-line.test.ts',
    ],
  },
  // Threads of pages.
  {
    files: /^apps\/web\/src\/.*\/(?:csv|device-test|import|live|night)-worker\.ts$/,
    parts: ['web'],
  },
];
/** Programs and threads that one other source starts. */
const STARTED_BY = {
  'apps/server/src/core/lower-priority.ts': 'apps/server/src/core/lower-priority.test.ts',
  'apps/server/src/testing/postgres-holder.ts':
    'apps/server/src/core/database/embedded/embedded-postgres.test.ts',
  'apps/server/src/testing/bills-process.ts': 'apps/server/src/modules/billing/killed.test.ts',
  'apps/server/src/testing/ingest-process.ts':
    'apps/server/src/modules/telemetry/ingest/durability.test.ts',
  'apps/server/src/demo/testing/dying-simulator.ts': 'apps/server/src/demo/nights.test.ts',
  'e2e/conformance/live-oracle/oracle-server.ts': 'e2e/conformance/live-oracle/server-control.ts',
  'apps/server/src/modules/billing/bill-worker.ts':
    'apps/server/src/modules/billing/bill-drawing.ts',
  'apps/server/src/modules/nights/analysis/night-worker.ts':
    'apps/server/src/modules/nights/analysis/night-thread.ts',
  'apps/server/src/modules/imports/reading/reading-worker.ts':
    'apps/server/src/modules/imports/reading/reading-thread.ts',
  'apps/server/src/modules/reports/report-worker.ts':
    'apps/server/src/modules/reports/report-thread.ts',
  'apps/server/src/core/timeline/compaction/compaction-worker.ts':
    'apps/server/src/core/timeline/compaction/compaction-thread.ts',
};
/** Passes through devices, server and screens; run for every change of the product. */
const CORE_JOURNEY = 'e2e/carer-watches.journey.ts';

/**
 * What a change can reach. `related` are sources for Vitest to find the importing tests of; `all`
 * names the parts in which every test runs because imports cannot tell.
 * @param {readonly string[]} present changed paths relative to the root, with `/`
 * @param {readonly string[]} deleted
 */
export function testsReached(present, deleted = []) {
  /** @type {Set<Part>} */
  const all = new Set();
  /** @type {Set<string>} */
  const related = new Set();
  /** @type {Set<string>} */
  const journeys = new Set();
  for (const file of [...present, ...deleted]) {
    const isDeleted = deleted.includes(file);
    const reached = REACHED.filter(({ files }) => files.test(file));
    const parts = reached.flatMap((row) => row.parts ?? []);
    for (const part of parts) all.add(part);
    for (const source of reached.flatMap((row) => row.related ?? [])) related.add(source);
    if (file in STARTED_BY) related.add(STARTED_BY[file]);
    if (file.startsWith('e2e/') && file.endsWith('.journey.ts')) {
      if (!isDeleted) journeys.add(file);
    } else if (parts.length === 0 && /^(apps|packages|tools|e2e)\//.test(file)) {
      if (isDeleted) all.add(file.startsWith('apps/web/') ? 'web' : 'node');
      else related.add(file);
    }
    if (/^(apps|packages)\//.test(file) && !file.includes('.test.')) journeys.add(CORE_JOURNEY);
  }
  return { all, related: [...related], journeys: [...journeys] };
}

/**
 * Paths that differ from a revision: commits since the fork, uncommitted and new files.
 * @param {string} root
 * @param {string | null} since
 */
export function changedFiles(root, since) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return { ok: status === 0, text: stdout ?? '', error: stderr ?? '' };
  };
  const base =
    since ?? ['origin/main', 'main'].find((name) => git('rev-parse', '-q', '--verify', name).ok);
  const fork = base === undefined ? null : git('merge-base', base, 'HEAD');
  if (fork === null || !fork.ok)
    throw new PlainFailure(
      `Cannot compare with ${base ?? 'origin/main'}${fork === null ? '' : `: ${fork.error.trim()}`}. Name a revision: npm test -- changed --since HEAD~3`,
    );
  const list = (...args) =>
    git(...args)
      .text.split('\n')
      .filter(Boolean);
  const from = fork.text.trim();
  const created = list('ls-files', '--others', '--exclude-standard');
  const changed = list('diff', '--name-only', '--no-renames', '--diff-filter=d', from);
  return {
    present: [...new Set([...changed, ...created])],
    deleted: list('diff', '--name-only', '--no-renames', '--diff-filter=D', from),
  };
}
