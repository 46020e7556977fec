import { fork, spawnSync, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programFile } from '../../../../tools/run/programs.mjs';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { NAMESPACE } from '../testing/pid-namespace.ts';
import { removeFolder } from '../testing/remove-folder.ts';

const MAIN = programFile('apps/server/src/main.ts');
const KEY_FILE = 'installation.key';
const SIGN_IN = { email: 'owner@demo.example', password: 'quiet-night-gecko' };

type OperatorMessage = {
  readonly kind: string;
  readonly code?: string;
  readonly text?: string;
  readonly what?: string;
  readonly message?: string;
};

describe('an operator command next to the server', () => {
  let folder = '';
  const running: ServerProcess[] = [];
  // Each attempt has its own folder, because data of an earlier one would be rejected.
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yamori-operator-'));
    await chmod(folder, 0o711);
  });
  afterEach(async () => {
    for (const server of running) server.kill('SIGKILL');
    await Promise.all(running.splice(0).map((server) => server.exited));
    await removeFolder(folder);
  });

  const start = (data: string, ...args: string[]): ServerProcess => {
    const server = startServerProcess({ YAMORI_DATA: join(folder, data) }, ...args);
    running.push(server);
    return server;
  };
  const operator = (data: string, ...words: string[]) => runMain(data, words, {});
  const runMain = (data: string, words: readonly string[], options: ForkOptions) => {
    const child = fork(MAIN, words, {
      ...options,
      env: { PATH: process.env['PATH'] ?? '', YAMORI_DATA: join(folder, data) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const messages: OperatorMessage[] = [];
    // The program and this test have the same version, so the message type matches that of
    // `yamori`.
    child.on('message', (message: OperatorMessage) => void messages.push(message));
    return {
      child,
      messages,
      ended: once(child, 'exit').then(() => messages.findLast(({ kind }) => kind !== 'progress')),
    };
  };
  /** Without the lock of the folder and the name of its owner. */
  const filesOfDatabase = async (data: string): Promise<string[]> =>
    (await readdir(join(folder, data))).filter((name) => !/^server\.(lock|pid)$/.test(name));
  const rooms = async (address: string, cookie: string): Promise<number> => {
    const reply = await fetch(`${address}api/documents/count`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query: { collection: 'room' } }),
    });
    return ((await reply.json()) as { count: number }).count;
  };

  it('backs up a running server and restores elsewhere, even after a killed restore (T23)', async () => {
    const address = await start('data', '--demonstration').ready;
    const signedIn = await fetch(`${address}api/session/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SIGN_IN),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await operator('data', 'backup', join(folder, 'kept')).ended).toMatchObject({
      kind: 'done',
      text: expect.stringContaining('everything acknowledged before'),
    });
    expect(await rooms(address, cookie)).toBe(14);
    expect(await operator('data', 'restore', join(folder, 'kept')).ended).toMatchObject({
      kind: 'refused',
      code: 'restore-not-empty',
    });
    expect(await operator('data', 'verify-history').ended).toMatchObject({
      kind: 'done',
      isRefused: false,
      text: expect.stringContaining('No exported heads were compared'),
    });

    const killed = operator('elsewhere', 'restore', join(folder, 'kept'));
    await expect
      .poll(() => filesOfDatabase('elsewhere').catch(() => []))
      .toEqual([expect.stringMatching(/^restoring-/)]);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBeUndefined();
    expect(await filesOfDatabase('elsewhere')).toEqual([expect.stringMatching(/^restoring-/)]);
    // PostgreSQL exits after its parent; until then the folder is in use.
    await expect
      .poll(
        async () => (await operator('elsewhere', 'restore', join(folder, 'kept')).ended)?.kind,
        { timeout: 120_000, interval: 500 },
      )
      .toBe('done');
    expect(await filesOfDatabase('elsewhere')).toEqual(['postgres']);
    // Backups do not contain the key of the installation.
    const withoutKey = await start('elsewhere', '--demonstration').exited;
    expect(withoutKey.output).toContain('installation-key-missing (YAMORI_KEY_FILE)');
    // A copy of the data folder has no key either.
    expect(await readdir(join(folder, 'data'))).not.toContain(KEY_FILE);
    await mkdir(join(folder, 'elsewhere-keys'));
    await copyFile(join(folder, 'data-keys', KEY_FILE), join(folder, 'elsewhere-keys', KEY_FILE));
    const again = await start('elsewhere', '--demonstration').ready;
    expect(await rooms(again, cookie)).toBe(14);
  }, 240_000);

  it('shares the running server from another container, and starts no second one (skipped where no PID namespace can be created)', async ({
    skip,
  }) => {
    if (spawnSync('unshare', [...NAMESPACE, 'true']).status !== 0)
      skip('creating a PID namespace needs root');
    const contained = (...words: string[]) =>
      runMain('data', words, {
        execPath: 'unshare',
        execArgv: [...NAMESPACE, process.execPath],
      }).ended;
    const server = start('data');
    const address = await server.ready;
    const postmaster = join(folder, 'data', 'postgres', 'postmaster.pid');
    const before = await readFile(postmaster, 'utf8');
    expect(await contained('backup', join(folder, 'kept'))).toMatchObject({ kind: 'done' });
    expect(await readdir(join(folder, 'kept'))).toContain('manifest.json');
    expect(await contained('verify-history')).toMatchObject({ kind: 'done', isRefused: false });
    expect(await contained('--maker-account', 'maker@yamori.example')).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('data-folder-in-use (YAMORI_DATA)'),
    });
    expect(await readFile(postmaster, 'utf8')).toBe(before);
    expect((await fetch(`${address}api/session`)).status).toBe(200);
    server.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
  }, 240_000);

  it('reports missing data folders and backups', async () => {
    expect(await operator('nowhere', 'backup', join(folder, 'of-nothing')).ended).toMatchObject({
      kind: 'refused',
      code: 'data-folder-empty',
    });
    expect(await operator('nowhere', 'restore', join(folder, 'no-backup')).ended).toMatchObject({
      kind: 'refused',
      code: 'backup-missing',
    });
    expect(await readdir(folder)).not.toContain('nowhere');
  });
});
