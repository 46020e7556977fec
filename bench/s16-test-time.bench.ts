import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { printMachine } from './rig/report.ts';

/**
 * S16: how long a developer waits. Clones HEAD, installs it, and times `npm run check` twice (the
 * second time with the build of the first), `npm test -- changed` after one changed line, and `npm
 * test`. Prints the stages of `npm test` as it reports them.
 */
const ROOT = join(import.meta.dirname, '..');
/** The sample change: a service covered by Node tests and the core journey. */
const CHANGED_FILE = 'apps/server/src/modules/billing/generate-bills.ts';
const BEFORE = { check: 'none', changed: 'none', test: '25-29 min' };
const GOALS = { check: '≤ 3 min', changed: 'what the change can reach', test: '≤ 15 min' };

type Timed = { readonly seconds: number; readonly exitCode: number; readonly output: string };

function timed(folder: string, ...args: string[]): Timed {
  const startedAt = performance.now();
  const { status, stdout } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    seconds: (performance.now() - startedAt) / 1000,
    exitCode: status ?? 1,
    output: stdout,
  };
}

const extractResult = ({ output }: Timed): string => output.slice(output.indexOf('── Result'));
const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, '0')} s`;

function print(name: string, run: Timed, goal: string, before: string): void {
  const outcome = run.exitCode === 0 ? '' : ` (exit ${run.exitCode})`;
  console.log(`| ${name} | ${minutes(run.seconds)}${outcome} | ${goal} | ${before} |`);
}

const printLoad = (): void =>
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );

printMachine();
printLoad();
const parent = mkdtempSync(join(tmpdir(), 'yamori-s16-'));
const clone = join(parent, 'yamori');
try {
  const cloned = spawnSync('git', ['clone', '--quiet', ROOT, clone], { stdio: 'inherit' });
  if (cloned.status !== 0) throw new Error('git clone failed');
  const recordings = join(dirname(ROOT), 'shared');
  if (existsSync(recordings)) symlinkSync(recordings, join(parent, 'shared'));
  const install = timed(clone, 'ci', '--loglevel=error');
  if (install.exitCode !== 0) throw new Error('npm ci failed');
  const first = timed(clone, 'run', 'check');
  const second = timed(clone, 'run', 'check');
  appendFileSync(join(clone, CHANGED_FILE), '\n');
  const changed = timed(clone, 'test', '--', 'changed', '--since', 'HEAD');
  spawnSync('git', ['checkout', '--quiet', '.'], { cwd: clone });
  const all = timed(clone, 'test');
  console.log(`\nnpm ci took ${minutes(install.seconds)}.\n`);
  console.log('| S16 | time | goal | before |\n|---|---|---|---|');
  print('npm run check, nothing built yet', first, GOALS.check, BEFORE.check);
  print('npm run check, again', second, GOALS.check, BEFORE.check);
  print(`npm test -- changed (${CHANGED_FILE})`, changed, GOALS.changed, BEFORE.changed);
  print('npm test', all, GOALS.test, BEFORE.test);
  console.log(`\n${extractResult(all)}`);
} finally {
  rmSync(parent, { recursive: true, force: true });
}
printLoad();
