import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { changedFiles, parseSelection, testsNamed, testsReached } from './test-selection.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

describe('parseSelection', () => {
  it('selects every part when nothing is asked for', () => {
    expect(parseSelection([])).toEqual({
      kind: 'all',
      words: [],
      since: null,
      parts: ['checks', 'node', 'web', 'journeys', 'replay'],
      shard: null,
    });
  });

  it('parses paths, changed, parts and a shard', () => {
    expect(parseSelection(['report', 'bill'])).toMatchObject({
      kind: 'words',
      words: ['report', 'bill'],
    });
    expect(parseSelection(['changed', '--since', 'HEAD~2'])).toMatchObject({
      kind: 'changed',
      since: 'HEAD~2',
    });
    expect(parseSelection(['--part', 'web', '--part', 'node', '--shard', '2/3'])).toMatchObject({
      kind: 'all',
      parts: ['web', 'node'],
      shard: '2/3',
    });
  });

  it.each([
    ['an unknown part', ['--part', 'nodes'], 'There is no part "nodes".'],
    ['a shard beyond the last', ['--shard', '4/3'], '"4/3" is not a shard such as 1/3.'],
    ['a shard of nothing', ['--shard', '0/3'], '"0/3" is not a shard such as 1/3.'],
    ['--since without changed', ['--since', 'HEAD~1'], '--since works only with `changed`.'],
    ['--part with words', ['report', '--part', 'web'], '--part cannot be combined with words.'],
    ['an unknown option', ['--shards', '1/3'], "Unknown option '--shards'"],
  ])('rejects %s and prints the usage', (_, args, message) => {
    expect(() => parseSelection(args)).toThrow(message);
    expect(() => parseSelection(args)).toThrow('npm test -- changed');
  });

  it('prints the usage for --help and selects nothing', () => {
    const printed: string[] = [];
    expect(parseSelection(['--help'], (text) => printed.push(text))).toBeNull();
    expect(printed.join('\n')).toContain('npm test -- --part web');
  });
});

describe('testsNamed', () => {
  it('puts each test into the part that runs it', () => {
    expect(
      testsNamed(ROOT, ['modules/reports/reports.test', 'keys-only', 'report.browser']),
    ).toEqual({
      node: ['apps/server/src/modules/reports/reports.test.ts'],
      web: ['apps/web/src/features/reports/report.browser.test.tsx'],
      journeys: ['e2e/keys-only.journey.ts'],
    });
  });

  it('finds nothing for an unknown word, and never looks into built or installed folders', () => {
    expect(testsNamed(ROOT, ['no-such-thing'])).toEqual({ node: [], web: [], journeys: [] });
    expect(
      Object.values(testsNamed(ROOT, ['.']))
        .flat()
        .filter((path) => /node_modules|\/build\//.test(path)),
    ).toEqual([]);
  });
});

describe('testsReached', () => {
  it('follows imports of a source, and adds the core journey for the product', () => {
    expect(testsReached(['apps/server/src/modules/billing/generate-bills.ts'])).toEqual({
      all: new Set(),
      related: ['apps/server/src/modules/billing/generate-bills.ts'],
      journeys: ['e2e/carer-watches.journey.ts'],
    });
  });

  it('reaches no journey from a test, a tool or a document', () => {
    expect(testsReached(['apps/web/src/kit/a.test.ts', 'tools/shape/a.ts', 'docs/a.md'])).toEqual({
      all: new Set(),
      related: [
        'apps/web/src/kit/a.test.ts',
        'tools/shape/a.ts',
        'tools/cases/documented-paths.test.ts',
      ],
      journeys: [],
    });
  });

  it.each([
    ['package-lock.json', ['node', 'web', 'journeys']],
    ['tools/run/test.mjs', ['node', 'web', 'journeys']],
    ['packages/frames/assembly/crc32c.ts', ['node', 'web', 'journeys']],
    ['apps/server/src/core/database/migrations/130-notices.sql', ['node']],
    ['apps/web/src/kit/list/list.module.css', ['web']],
    ['e2e/sign-in.ts', ['journeys']],
    ['packages/frames/vectors/file.ymr', ['node']],
    ['packages/frames/wasm/decoder.wasm', ['node', 'web', 'journeys']],
    ['apps/server/src/demo/nights.br', ['node']],
    ['apps/server/src/testing/database-cluster.ts', ['node']],
    ['apps/web/src/kit/testing/clean-page.ts', ['web']],
    ['apps/web/vitest.config.ts', ['web']],
    ['apps/web/src/features/tables/csv-worker.ts', ['web']],
    ['apps/web/vite.config.ts', ['journeys']],
    ['apps/web/service-worker/worker.js', ['journeys']],
  ] as const)('runs whole parts for %s, which tests do not import', (file, parts) => {
    expect([...testsReached([file]).all]).toEqual(parts);
  });

  it.each([
    'main.ts',
    'admin/operator.ts',
    'config/config.ts',
    'core/log.ts',
    'core/http/listen.ts',
    'demo/fill-demo.ts',
    'modules/index.ts',
    'modules/nights/module.ts',
  ])('runs the tests that start the server as a process for %s', (file) => {
    expect(testsReached([`apps/server/src/${file}`]).related).toContain(
      'apps/server/src/testing/server-process.ts',
    );
  });

  it.each(['app/boot/start-worker.ts', 'features/imports/reading/check-in-worker.ts'])(
    'runs only the related tests for %s, which is no thread',
    (file) => {
      const { all, related } = testsReached([`apps/web/src/${file}`]);
      expect([[...all], related]).toEqual([[], [`apps/web/src/${file}`]]);
    },
  );

  it('knows each source that starts another one as a program or a thread', () => {
    const sources = ['apps', 'packages', 'e2e'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter((path) => /\.tsx?$/.test(path) && !/node_modules|\/(build|dist)\//.test(path)),
    );
    const unknown = sources.flatMap((source) =>
      startedIn(source)
        .filter((started) => !isReached(started, source))
        .map((started) => `${source} starts ${started}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    [
      'docs/openapi.json',
      ['tools/openapi/describe-apis.ts', 'apps/server/src/core/http/api-reader.test.ts'],
    ],
    ['README.md', ['tools/cases/documented-paths.test.ts']],
    [
      'docs/specification-coverage.md',
      ['tools/cases/coverage.test.ts', 'tools/cases/documented-paths.test.ts'],
    ],
  ])('runs the tests that read %s', (document, related) => {
    expect(testsReached([document])).toEqual({ all: new Set(), related, journeys: [] });
    for (const source of related) expect(existsSync(join(ROOT, source)), source).toBe(true);
  });

  it('reaches tests from each tracked file of apps and packages that no test can import', () => {
    const unreached = git(ROOT, 'ls-files', 'apps', 'packages')
      .trim()
      .split('\n')
      .filter((file) => !/\.tsx?$/.test(file))
      .filter((file) => testsReached([file]).all.size === 0);
    expect(unreached).toEqual([]);
  });

  it('runs the whole part of a deleted file, whose importers are unknown', () => {
    expect([...testsReached([], ['apps/server/src/app.ts']).all]).toEqual(['node']);
    expect([...testsReached([], ['apps/web/src/kit/list/list.tsx']).all]).toEqual(['web']);
    expect(testsReached([], ['e2e/bill.journey.ts']).journeys).toEqual([]);
  });

  it('runs a changed journey itself', () => {
    expect(testsReached(['e2e/bill.journey.ts']).journeys).toEqual(['e2e/bill.journey.ts']);
  });
});

/** Sources of this repository that a source names as a program or a thread. */
function startedIn(source: string): string[] {
  const text = readFileSync(join(ROOT, source), 'utf8');
  const threads = [...text.matchAll(/new URL\(\s*'(\.[^']*\.ts)', import\.meta\.url/g)];
  const programs = [...text.matchAll(/programFile\('([^']*\.ts)'\)/g)];
  return [
    ...threads.map(([, path = '']) => join(dirname(source), path)),
    ...programs.map(([, path = '']) => path),
  ];
}

function isReached(started: string, source: string): boolean {
  const { all, related } = testsReached([started]);
  return related.includes(source) || all.has(source.startsWith('apps/web/') ? 'web' : 'node');
}

describe('changedFiles', () => {
  it('lists committed, uncommitted and new files since the fork, deleted ones apart', () => {
    const root = repository();
    commit(root, 'kept.ts', 'gone.ts');
    git(root, 'checkout', '-q', '-b', 'work');
    commit(root, 'committed.ts');
    rmSync(join(root, 'gone.ts'));
    writeFileSync(join(root, 'kept.ts'), 'changed');
    writeFileSync(join(root, 'new.ts'), '');
    const { present, deleted } = changedFiles(root, null);
    expect(present.toSorted()).toEqual(['committed.ts', 'kept.ts', 'new.ts']);
    expect(deleted).toEqual(['gone.ts']);
  });

  it('names the revision that does not exist and how to give another', () => {
    const root = repository();
    commit(root, 'a.ts');
    expect(() => changedFiles(root, 'no-such')).toThrow(/no-such.*--since HEAD~3/s);
  });
});

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), 'yamori-changed-'));
  folders.push(root);
  git(root, 'init', '-q', '-b', 'main');
  return root;
}

function commit(root: string, ...files: string[]): void {
  for (const file of files) writeFileSync(join(root, file), file);
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=t', '-c', 'user.email=t@example', 'commit', '-qm', 'test: files');
}

function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    // The developer's own configuration may sign commits or run hooks.
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
