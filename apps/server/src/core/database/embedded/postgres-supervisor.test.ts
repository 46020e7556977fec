import { mkdtemp, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimFolder } from './folder-owner.ts';
import { spawnSupervised, type SupervisedProcess } from './supervised-process.ts';
import { waitUntilReady } from './postgres-readiness.ts';
import { superviseProcess } from './postgres-supervisor.ts';
import { isAlive } from './stale-postmaster.ts';

const log = pino({ level: 'silent' });
const held: { folder: string; file?: FileHandle; launched: SupervisedProcess[] } = {
  folder: '',
  launched: [],
};

beforeEach(async () => {
  held.folder = await mkdtemp(join(tmpdir(), 'yamori-supervisor-'));
  held.file = await open(join(held.folder, 'log'), 'a');
  held.launched = [];
});
afterEach(async () => {
  for (const guarded of held.launched) guarded.interrupt();
  await Promise.all(held.launched.map((guarded) => guarded.exited));
  await held.file?.close();
  await rm(held.folder, { recursive: true });
});

/** Runs a real program under its guard, in place of PostgreSQL. */
function launch(script: string, program: readonly string[] = ['/bin/sh', '-c']): SupervisedProcess {
  const guarded = spawnSupervised([...program, script], null, held.file?.fd ?? -1);
  held.launched.push(guarded);
  return guarded;
}
/** Exits on the guard's interrupt, as PostgreSQL does; a background shell would ignore it. */
const launchInterruptible = (): SupervisedProcess =>
  launch("process.on('SIGINT', () => process.exit(0)); setInterval(() => undefined, 1000);", [
    process.execPath,
    '-e',
  ]);

describe('superviseProcess', () => {
  it('restarts a program that exits, and starts nothing after the stop', async () => {
    const stop = await superviseProcess(
      async () => (held.launched.length < 2 ? launch('exit 3') : launchInterruptible()),
      log,
    );
    await expect.poll(() => held.launched.length).toBe(3);
    // Wait until it handles the interrupt.
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const pid = held.launched[2]?.child.pid ?? expect.fail('not started');
    await stop();
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
    expect([held.launched.length, isAlive(pid)]).toEqual([3, false]);
  });

  it('retries a failed start, and stops in the middle of retrying', async () => {
    const tries = { count: 0 };
    const stop = await superviseProcess(async () => {
      tries.count += 1;
      if (tries.count > 1) throw new Error('no room on the disk');
      return launch('exit 0');
    }, log);
    await expect.poll(() => tries.count).toBeGreaterThanOrEqual(2);
    await stop();
    const after = tries.count;
    await new Promise((resolve) => {
      setTimeout(resolve, 700);
    });
    expect(tries.count).toBe(after);
  });

  it('waitUntilReady reports the last log lines of a program that exits first', async () => {
    const path = join(held.folder, 'log');
    const guarded = launch(
      'echo one; echo two; echo three; echo "FATAL: the port is taken"; exit 1',
    );
    await expect(
      waitUntilReady(guarded, 'postgres://nobody@127.0.0.1:1/none', path),
    ).rejects.toMatchObject({
      problem: {
        code: 'postgres-not-started',
        details: { reason: 'two | three | FATAL: the port is taken', advice: `see ${path}` },
      },
    });
  });
});

describe('claimFolder', () => {
  it('writes the pid of this process, and removes it on release', async () => {
    const releaseFolder = await claimFolder(held.folder);
    expect((await readFile(join(held.folder, 'server.pid'), 'utf8')).split(' ')[0]).toBe(
      String(process.pid),
    );
    await releaseFolder();
    await expect(readFile(join(held.folder, 'server.pid'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it.each(['', 'nonsense', '-1 5', '999999999 7\n', '0 0'])(
    'claims a folder whose pid file contains "%s"',
    async (content) => {
      await writeFile(join(held.folder, 'server.pid'), content);
      await (
        await claimFolder(held.folder)
      )();
    },
  );

  it('rejects a folder until the process with the recorded pid and start time exits', async () => {
    const child = spawn('/bin/sleep', ['30'], { stdio: 'ignore' });
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    await writeFile(join(held.folder, 'server.pid'), `${child.pid} ${started}\n`);
    await expect(claimFolder(held.folder)).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use', details: { pid: child.pid, folder: held.folder } },
    });
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGKILL');
    await gone;
    await (
      await claimFolder(held.folder)
    )();
  });
});
