import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSubject } from './check-commits.ts';
import { readHistory } from './commit-history.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commits-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (at: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd: at,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Tester',
      GIT_AUTHOR_EMAIL: 'tester@example.org',
      GIT_COMMITTER_NAME: 'Tester',
      GIT_COMMITTER_EMAIL: 'tester@example.org',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Commits one file and returns the commit's id. */
function commit(subject: string, path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${subject}\n`);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', subject);
  return git(folder, 'rev-parse', 'HEAD');
}

function createRepository(): string {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  return commit(
    'An old subject in another form, and much longer than the limit of today.',
    'a.txt',
  );
}

function check(at: string, ...args: string[]) {
  return checkWith({}, at, ...args);
}

function checkWith(environment: Record<string, string>, at: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: at,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { output: stdout + stderr, status };
}

const KNOWN_TYPES = 'feat, fix, perf, refactor, docs, test, style, build, ci, chore, revert';

describe('checkSubject', () => {
  it.each([
    'fix(bills): keep the due date when a draft is rebuilt',
    'docs: CONTRIBUTING in plain English',
    'feat(web)!: a board for two floors',
    `fix: ${'あ'.repeat(67)}`,
    'ci: a shard for the journeys',
    'chore(deps): update the actions',
    'revert: keep the due date when a draft is rebuilt',
    `Revert "fix(bills): ${'a'.repeat(59)}"`,
    'Reapply "fix(bills): keep the due date when a draft is rebuilt"',
    'Revert "An old subject in another form."',
  ])('accepts %s', (subject) => {
    expect(checkSubject(subject)).toEqual([]);
  });

  it.each([
    [`fix: ${'a'.repeat(68)}`, 'It has 73 characters; at most 72 are allowed.'],
    ['fix: the list.', 'Remove the full stop at its end.'],
    ['Revert the list', 'Write it as "type(area): what" or "type: what".'],
    ['Fix the list', 'Write it as "type(area): what" or "type: what".'],
    ['fix(): the list', 'Write it as "type(area): what" or "type: what".'],
    ['fix:the list', 'Write it as "type(area): what" or "type: what".'],
    ['wip: the list', `Its type "wip" is unknown; use one of ${KNOWN_TYPES}.`],
  ])('rejects %s', (subject, problem) => {
    expect(checkSubject(subject)).toEqual([problem]);
  });
});

describe('npm run commits', () => {
  it('checks the commits after --from and leaves older ones alone', () => {
    const first = createRepository();
    commit('test: a list keeps its order', 'a.txt');
    expect(check(folder, '--from', first)).toMatchObject({ status: 0 });

    const bad = commit('Broken subject.', 'a.txt');
    const { output, status } = check(folder, '--from', first);
    expect(status).toBe(1);
    expect(output).toContain(`error  ${bad.slice(0, 8)} Broken subject.`);
    expect(output).toContain('commits: 2 errors in 2 commits');
  });

  it.each(['tools/run/serve.mjs', 'Dockerfile', 'compose.demo.yaml', 'deploy/yamori.service'])(
    'asks a pull request for a changelog line when %s changes what operators get',
    (path) => {
      const first = createRepository();
      commit('feat: what operators get', path);
      const { output, status } = check(folder, '--from', first, '--pull-request');
      expect(status).toBe(1);
      expect(output).toContain('error  CHANGELOG.md does not change with these commits.');
    },
  );

  it('asks a pull request for a changelog line when sources change behaviour', () => {
    const first = createRepository();
    const change = commit('fix(web): the list keeps its order', 'apps/web/src/list.ts');
    const { output, status } = check(folder, '--from', first, '--pull-request');
    expect(status).toBe(1);
    expect(output).toContain('error  CHANGELOG.md does not change with these commits.');
    expect(output).toContain(`${change.slice(0, 8)} fix(web): the list keeps its order`);

    commit('docs: the changelog names the list', 'CHANGELOG.md');
    expect(check(folder, '--from', first, '--pull-request')).toMatchObject({ status: 0 });
  });

  it('prints a note about the changelog outside a pull request', () => {
    const first = createRepository();
    commit('feat: a list', 'packages/domain/src/list.ts');
    const { output, status } = check(folder, '--from', first);
    expect(status).toBe(0);
    expect(output).toContain('note   CHANGELOG.md does not change with these commits.');
  });

  it.each([
    ['a refactoring', 'refactor: the list is a table', 'apps/web/src/list.ts'],
    ['a test', 'fix: the list is checked', 'apps/web/src/list.test.ts'],
    ['a tool', 'feat: a tool lists commits', 'tools/list.ts'],
  ])('asks for no changelog line for %s', (_, subject, path) => {
    const first = createRepository();
    commit(subject, path);
    const { output, status } = check(folder, '--from', first, '--pull-request');
    expect(status).toBe(0);
    expect(output).not.toContain('CHANGELOG.md');
  });

  it('leaves merges alone', () => {
    const first = createRepository();
    git(folder, 'checkout', '--quiet', '-b', 'topic');
    commit('test: one', 'b.txt');
    git(folder, 'checkout', '--quiet', 'main');
    commit('test: two', 'c.txt');
    git(folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge branch topic', 'topic');
    expect(check(folder, '--from', first)).toMatchObject({ status: 0 });
  });

  it('says what a shallow clone lacks and checks the rest', () => {
    const first = createRepository();
    const second = commit('feat: a list', 'apps/web/src/list.ts');
    const third = commit('test: a list keeps its order', 'apps/web/src/list.test.ts');
    const clone = join(folder, 'clone');
    git(folder, 'clone', '--quiet', '--depth', '2', `file://${folder}`, clone);

    expect(readHistory(clone, { after: [first], to: 'HEAD' })).toEqual({
      commits: [
        {
          id: third,
          subject: 'test: a list keeps its order',
          paths: ['apps/web/src/list.test.ts'],
        },
        { id: second, subject: 'feat: a list', paths: null },
      ],
      gaps: [
        `This clone does not contain ${first}: only the commits that it contains were checked.`,
      ],
    });
    const { output, status } = check(clone, '--from', first, '--pull-request');
    expect(status).toBe(0);
    expect(output).toContain(`note   This clone does not contain ${first}`);
  });

  it('checks nothing in a folder without a repository', () => {
    const { output, status } = check(folder);
    expect(status).toBe(0);
    expect(output).toContain('This folder is no git repository: no commit was checked.');
  });

  it('names git when it is not installed', () => {
    createRepository();
    const { output, status } = checkWith({ PATH: folder }, folder);
    expect(status).toBe(0);
    expect(output).toContain('git could not be started');
    expect(output).not.toContain('no git repository');
  });
});
