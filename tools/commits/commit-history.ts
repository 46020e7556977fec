import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Commit = {
  readonly id: string;
  readonly subject: string;
  /** Null for the oldest commit of a shallow clone: git cannot compare it with its parent. */
  readonly paths: readonly string[] | null;
};
export type History = {
  /** Newest first, without merges. */
  readonly commits: readonly Commit[];
  /** Sentences about what this clone does not contain. */
  readonly gaps: readonly string[];
};

export type Range = {
  /** Commits that these revisions reach are left out. */
  readonly after: readonly string[];
  readonly to: string;
};

/** Reads what the clone in `folder` has of a range. */
export function readHistory(folder: string, { after, to }: Range): History {
  const { error } = spawnSync('git', ['--version'], { stdio: 'ignore' });
  if (error !== undefined) {
    return {
      commits: [],
      gaps: [`git could not be started (${error.message}): no commit was checked.`],
    };
  }
  if (!canRun(folder, 'rev-parse', '--git-dir')) {
    return { commits: [], gaps: ['This folder is no git repository: no commit was checked.'] };
  }
  const isKnown = (revision: string): boolean =>
    canRun(folder, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  const unknown = after.filter((revision) => !isKnown(revision));
  const known = after.filter((revision) => !unknown.includes(revision));
  const boundary = readShallowBoundary(folder);
  // A shallow clone holds the newest commits: without the start of a range it holds no older ones.
  const output = runGit(
    folder,
    'log',
    '--no-merges',
    '--name-only',
    '--no-renames',
    '--format=%x01%H%x00%s%x00',
    to,
    ...known.map((revision) => `^${revision}`),
    '--',
  );
  return {
    commits: output
      .split('\u0001')
      .slice(1)
      .map((entry) => parseCommit(entry, boundary)),
    gaps: unknown.map(
      (revision) =>
        `This clone does not contain ${revision}: only the commits that it contains were checked.`,
    ),
  };
}

function parseCommit(entry: string, boundary: ReadonlySet<string>): Commit {
  const [id = '', subject = '', names = ''] = entry.split('\0');
  const paths = boundary.has(id) ? null : names.split('\n').filter((name) => name !== '');
  return { id, subject, paths };
}

function readShallowBoundary(folder: string): Set<string> {
  const file = resolve(folder, runGit(folder, 'rev-parse', '--git-path', 'shallow').trim());
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
}

function runGit(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function canRun(folder: string, ...args: readonly string[]): boolean {
  try {
    runGit(folder, ...args);
    return true;
  } catch {
    return false;
  }
}
