import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { programFile } from '../../../tools/run/programs.mjs';
import { removeFolder } from './testing/remove-folder.ts';

const MAIN = programFile('apps/server/src/main.ts');
const SERVE = fileURLToPath(new URL('../../../tools/run/serve.mjs', import.meta.url));
const LINK = /http:\S+\/registerdomain#(\S+)/;

describe('the link of a first start', () => {
  const held: { folder?: string; running: ChildProcess[] } = { running: [] };
  const folder = (): string => held.folder ?? expect.fail('no folder');
  beforeAll(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-first-'));
    await chmod(held.folder, 0o711);
  });
  afterEach(async () => {
    for (const child of held.running.splice(0)) await stop(child);
  });
  afterAll(() => removeFolder(folder()));

  const start = (data: string, command: string, ...args: string[]) => {
    const child = spawn(command, args, {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: '0',
        MQTT_PORT: '0',
        YAMORI_DATA: data,
        YAMORI_ANALYSE_NIGHTS: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    held.running.push(child);
    const state = { output: '' };
    const append = (chunk: Buffer): void => {
      state.output += chunk.toString('utf8');
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    return { child, output: () => state.output };
  };
  async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }
  const exists = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );

  it('appears in a private file of its account, and not in output that others may read', async () => {
    const data = join(folder(), 'service');
    const path = join(data, 'first-organisation-link');
    const first = start(data, process.execPath, MAIN);
    await expect.poll(first.output).toContain(`\n${path}\n`);
    expect(first.output()).not.toContain('registerdomain#');
    expect((await stat(path)).mode & 0o777).toBe(0o600);

    const [link = '', code] = LINK.exec(await readFile(path, 'utf8')) ?? [];
    const reply = await fetch(`${new URL(link).origin}/api/registration/domain`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        code,
        organisation: { name: '陽だまりの家' },
        applicant: {
          kind: 'newcomer',
          address: { kind: 'said', email: 'first@home.example' },
          name: '開設 者',
          password: 'four moths by the lamp',
          language: 'ja',
        },
      }),
    });
    expect(reply.status).toBe(200);
    await expect.poll(() => exists(path)).toBe(false);
    await stop(first.child);
    const second = start(data, process.execPath, MAIN);
    await expect.poll(second.output).toContain('Yamori is ready');
    await stop(second.child);
    expect(second.output()).not.toContain('first-organisation-link');
    expect(await exists(path)).toBe(false);
  });

  it('appears in a file when the output of npm run serve is no terminal', async () => {
    const data = join(folder(), 'piped');
    const { output } = start(data, process.execPath, SERVE);
    await expect.poll(output).toContain(`${join(data, 'first-organisation-link')}\n`);
    expect(output()).not.toContain('registerdomain#');
  });

  it('appears on a terminal', async () => {
    const data = join(folder(), 'terminal');
    const { output } = start(
      data,
      'script',
      '--quiet',
      '--return',
      '--command',
      `exec '${process.execPath}' '${SERVE}'`,
      '/dev/null',
    );
    await expect.poll(output).toMatch(LINK);
  });
});
