import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAlive } from './process-claim.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNNING = join(ROOT, '.cache', 'running');

type Script = {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
};

function run(script: string, folder: string): Script {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'run', script)], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      PORT: '0',
      MQTT_PORT: '0',
      YAMORI_DATA: join(folder, 'data'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return { child, output: () => output, ended };
}

// One start serves all tests; the last one stops it.
describe('a running npm start', () => {
  let folder: string;
  let first: Script;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yamori-running-'));
    // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
    await chmod(folder, 0o711);
    first = run('start.mjs', folder);
    await vi.waitFor(() => expect(first.output()).toContain('Ctrl-C'), { timeout: 280_000 });
  });
  afterAll(async () => {
    first.child.kill('SIGKILL');
    await first.ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  const getAddress = (): string =>
    /http:\S+/.exec(first.output())?.[0] ?? expect.fail('no address');

  it('prints a short text for people, with the accounts to sign in with', () => {
    const text = first.output();
    expect(text.split('\n').length).toBeLessThanOrEqual(20);
    expect(text).not.toContain('{"');
    expect(text).toContain('staff@demo.example');
    expect(text).toContain('owner@demo.example');
  });

  it('keeps the log in a file and names the file', async () => {
    const log = join(folder, 'data', 'logs', 'server.log');
    expect(first.output()).toContain(log);
    expect(await readFile(log, 'utf8')).toContain('Yamori is ready');
  });

  it('claims the folder, and a build with nothing to do succeeds', async () => {
    const claims = (await readdir(RUNNING)).map((name) => Number.parseInt(name, 10));
    expect(claims).toContain(first.child.pid);
    expect(await run('build.mjs', folder).ended).toBe(0);
  });

  it('rejects a second start with its data folder and continues to serve', async () => {
    const second = run('start.mjs', folder);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Yamori is already running with this data folder');
    expect(second.output()).toContain(`Open ${getAddress()}`);
    expect((await fetch(`${getAddress()}healthz`)).status).toBe(200);
  });

  it('ends on Ctrl-C, which arrives from the terminal and from npm, with its server', async () => {
    const pid = await readFile(join(folder, 'data', 'server.pid'), 'utf8');
    const server = Number.parseInt(pid, 10);
    first.child.kill('SIGINT');
    await expect.poll(first.output).toContain('Stopped. The next start continues from here.');
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(isAlive(server)).toBe(false);
    expect(await readdir(RUNNING)).not.toContainEqual(
      expect.stringMatching(`^${first.child.pid}\\.`),
    );
  });
});
