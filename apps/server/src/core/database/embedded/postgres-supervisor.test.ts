import { mkdtemp, open, readdir, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { claimFolder } from './folder-owner.ts';
import { spawnSupervised, type SupervisedProcess } from './supervised-process.ts';
import { waitUntilReady } from './postgres-readiness.ts';
import { superviseProcess } from './postgres-supervisor.ts';
import { isAlive } from './stale-postmaster.ts';

const log = pino({ level: 'silent' });
const held: {
  folder: string;
  file?: FileHandle;
  launched: SupervisedProcess[];
  children: ChildProcess[];
} = {
  folder: '',
  launched: [],
  children: [],
};

beforeEach(async () => {
  held.folder = await mkdtemp(join(tmpdir(), 'yamori-supervisor-'));
  held.file = await open(join(held.folder, 'log'), 'a');
  held.launched = [];
});
afterEach(async () => {
  for (const child of held.children.splice(0)) child.kill('SIGKILL');
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
      waitUntilReady(guarded, {
        url: 'postgres://nobody@127.0.0.1:1/none',
        launchId: 'this-launch',
        logPath: path,
      }),
    ).rejects.toMatchObject({
      problem: {
        code: 'postgres-not-started',
        details: { reason: 'two | three | FATAL: the port is taken', advice: `see ${path}` },
      },
    });
  });

  it('waitUntilReady ignores the answer of another PostgreSQL', async () => {
    const path = join(held.folder, 'log');
    const guarded = launch('read line; echo "FATAL: the files are in use"; exit 1');
    const url = inject('databaseAddress').replace('{database}', 'template1');
    const ready = waitUntilReady(guarded, { url, launchId: 'this-launch', logPath: path });
    await expect(ready).rejects.toMatchObject({
      problem: { code: 'postgres-not-started', details: { reason: 'FATAL: the files are in use' } },
    });
  });
});

describe('claimFolder', () => {
  const claimFile = (): string => join(held.folder, 'server.pid');
  const bootId = async (): Promise<string> =>
    (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  /** A process that claims the folder on the first line of its input, and holds it. */
  const startOwner = () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, held.folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    held.children.push(child);
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, nextAnswer: async () => String((await answers.next()).value) };
  };

  it('writes the pid of this process, and removes it on release', async () => {
    const releaseFolder = await claimFolder(held.folder);
    expect((await readFile(claimFile(), 'utf8')).split(' ')[0]).toBe(String(process.pid));
    // SQLite's journal would need space on a full disk.
    expect((await readdir(held.folder)).toSorted()).toEqual(['log', 'server.lock', 'server.pid']);
    await releaseFolder();
    await expect(readFile(claimFile())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['', 'nonsense', '-1 5', '999999999 7\n', '0 0'])(
    'claims a folder whose pid file contains "%s"',
    async (content) => {
      await writeFile(claimFile(), content);
      await (
        await claimFolder(held.folder)
      )();
    },
  );

  it('rejects a folder until its owner exits, even if the recorded pid is invisible here', async () => {
    const { child, nextAnswer } = startOwner();
    expect(await nextAnswer()).toBe('waiting');
    child.stdin.write('claim\n');
    expect(await nextAnswer()).toBe('owned');
    await expect(claimFolder(held.folder)).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use', details: { pid: child.pid, folder: held.folder } },
    });
    await writeFile(claimFile(), '999999999 7\n');
    await expect(claimFolder(held.folder)).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use', details: { folder: held.folder } },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (
      await claimFolder(held.folder)
    )();
  });

  it('lets one of several processes that start at the same time own the folder', async () => {
    const owners = Array.from({ length: 4 }, startOwner);
    for (const { nextAnswer } of owners) expect(await nextAnswer()).toBe('waiting');
    for (const { child } of owners) child.stdin.write('claim\n');
    const answers = await Promise.all(owners.map(({ nextAnswer }) => nextAnswer()));
    expect(answers.toSorted()).toEqual([
      'data-folder-in-use',
      'data-folder-in-use',
      'data-folder-in-use',
      'owned',
    ]);
  });

  it('rejects a folder that a server on another host has not released', async () => {
    await writeFile(claimFile(), '7 7 - other-host other-boot\n');
    await expect(claimFolder(held.folder)).rejects.toMatchObject({
      problem: {
        code: 'data-folder-in-use',
        details: { host: 'other-host', advice: expect.stringContaining(`remove ${claimFile()}`) },
      },
    });
    await rm(claimFile());
    await (
      await claimFolder(held.folder)
    )();
  });

  it.skipIf(process.platform !== 'linux')(
    'claims a folder after a restart of this host, and after a kill of another container on it (Linux only)',
    async () => {
      for (const owner of [`${hostname()} other-boot`, `other-container ${await bootId()}`]) {
        await writeFile(claimFile(), `7 7 http://127.0.0.1:8080 ${owner}\n`);
        await (
          await claimFolder(held.folder)
        )();
      }
    },
  );
});

const OWNER = `
import { once } from 'node:events';
import { claimFolder } from ${JSON.stringify(new URL('folder-owner.ts', import.meta.url).href)};
console.log('waiting');
await once(process.stdin, 'data');
try {
  await claimFolder(process.argv[1]);
  console.log('owned');
} catch (error) {
  console.log(error.problem?.code ?? String(error));
}
setInterval(() => undefined, 60_000);
`;
