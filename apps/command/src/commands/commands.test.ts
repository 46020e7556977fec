import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OUTPUTS } from '../../../../tools/run/build-steps.mjs';
import type { Check } from '../doctor/check.ts';
import { installationChecks } from '../doctor/installation-checks.ts';
import { requireEncryption } from '../server/server-session.ts';
import { doctor } from './doctor.ts';
import { exportRange } from './export.ts';
import { simulate, toSimulatorArguments, readServerAccount } from './simulate.ts';

const folder = mkdtempSync(join(tmpdir(), 'yamori-command-'));
afterAll(() => rmSync(folder, { recursive: true }));
const context = (environment: Readonly<Record<string, string>>) => ({
  folder,
  environment,
  say: () => undefined,
  progress: () => undefined,
});

/** The doctor's checks, by name. */
async function runChecks(environment: Readonly<Record<string, string>>) {
  const { value, isRefused } = await doctor.run([], context(environment));
  // The doctor's own value.
  const { checks } = value as { readonly checks: readonly Check[] };
  return {
    isRefused,
    states: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
    words: Object.fromEntries(checks.map(({ name, words }) => [name, words])),
  };
}

const BUILT = ['web', 'programs'];

async function freePort(): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => void server.close(),
  };
}

describe('yamori doctor', () => {
  it('reports a sound installation and free ports as good', async () => {
    const web = await freePort();
    const mqtt = await freePort();
    web.close();
    mqtt.close();
    const { states } = await runChecks({
      YAMORI_DATA: join(folder, 'data'),
      PORT: String(web.port),
      MQTT_PORT: String(mqtt.port),
    });
    expect(states).toMatchObject({
      node: 'good',
      'data folder': 'notice',
      'web port': 'good',
      'device port': 'good',
      disk: 'good',
      database: 'notice',
    });
  });

  it('names each missing file of the build', () => {
    const root = mkdtempSync(join(folder, 'root-'));
    for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(root, file), '{}');
    const readBuiltTexts = (): string =>
      installationChecks(root, {})
        .filter(({ state, name }) => state === 'notice' && BUILT.includes(name))
        .map(({ words }) => words)
        .join('\n');
    for (const file of OUTPUTS) expect(readBuiltTexts()).toContain(file);
    for (const file of OUTPUTS) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
      expect(readBuiltTexts()).not.toContain(file);
    }
    expect(readBuiltTexts()).toBe('');
  });

  it('reports a port that another program uses', async () => {
    const taken = await freePort();
    const { states, isRefused } = await runChecks({
      YAMORI_DATA: folder,
      PORT: String(taken.port),
      MQTT_PORT: String(taken.port),
    });
    taken.close();
    expect(states).toMatchObject({ 'web port': 'bad', 'device port': 'bad' });
    expect(isRefused).toBe(true);
  });

  it('reports an invalid data folder, and database files without their control file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect((await runChecks({ YAMORI_DATA: join(folder, 'file') })).states).toMatchObject({
      'data folder': 'bad',
    });
    const data = mkdtempSync(join(folder, 'data-'));
    writeFileSync(join(data, 'postgres'), '');
    expect(
      (await runChecks({ YAMORI_DATA: data, DATABASE_URL: 'postgres://x' })).states,
    ).toMatchObject({ 'data folder': 'good', database: 'notice' });
  });

  it('rejects positionals and invalid ports', async () => {
    await expect(doctor.run(['x'], context({}))).rejects.toMatchObject({
      code: 'usage-wrong',
    });
    await expect(doctor.run([], context({ PORT: '99999' }))).rejects.toMatchObject({
      code: 'port-wrong',
    });
  });
});

/** The command line of a process, readable by every user; empty if it has ended. */
function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('yamori simulate', () => {
  it('passes its options to the simulator unchanged', () => {
    expect(
      toSimulatorArguments({
        devices: '3',
        json: true,
        loop: true,
        replay: ['a', 'b'],
        server: undefined,
      }),
    ).toEqual(['--devices', '3', '--loop', '--replay', 'a', '--replay', 'b']);
  });

  it("connects to the host of the web address, by default as the demo's developer", () => {
    expect(readServerAccount('http://ward.example:8080', {})).toMatchObject({
      mqtt: 'mqtt://ward.example:18830',
      email: 'senior-developer@demo.example',
    });
    expect(
      readServerAccount(undefined, {
        MQTT_PORT: '1',
        YAMORI_EMAIL: 'a@b.example',
        YAMORI_PASSWORD: 'words',
      }),
    ).toEqual({ mqtt: 'mqtt://127.0.0.1:1', email: 'a@b.example', password: 'words' });
    expect(readServerAccount('nowhere', {})).toMatchObject({ mqtt: 'mqtt://127.0.0.1:18830' });
  });

  it('reports missing options before it starts anything', async () => {
    await expect(simulate.run([], context({}))).rejects.toMatchObject({ code: 'usage-wrong' });
    await expect(simulate.run(['--replay', 'no-such.edf'], context({}))).rejects.toMatchObject({
      code: 'file-missing',
      place: 'no-such.edf',
    });
    await expect(simulate.run(['ward'], context({}))).rejects.toMatchObject({
      code: 'usage-wrong',
    });
  });

  it('sends no password to a remote server without encryption', async () => {
    await expect(
      simulate.run(['--devices', '1', '--server', 'http://ward.example:8080'], context({})),
    ).rejects.toMatchObject({ code: 'server-unencrypted', place: '--server' });
    await expect(
      exportRange.run(
        [
          '--room',
          'r',
          '--from',
          '2026-11-20T22:00:00+09:00',
          '--to',
          '2026-11-20T23:00:00+09:00',
          '--server',
          'http://10.0.0.1',
        ],
        context({ YAMORI_EMAIL: 'a@b.example', YAMORI_PASSWORD: 'words' }),
      ),
    ).rejects.toMatchObject({ code: 'server-unencrypted' });
    for (const url of [
      'https://ward.example',
      'http://localhost:1',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'nowhere',
    ])
      expect(() => requireEncryption(url)).not.toThrow();
    for (const url of ['http://localhost.example', 'http://127.0.0.1.example', 'http://ward'])
      expect(() => requireEncryption(url)).toThrow('https');
  });

  it('passes the password where other users cannot read it', async () => {
    const server = createHttpServer().listen(0, '127.0.0.1');
    const requests: { words: string; password: string }[] = [];
    server.on('request', (request, answer) => {
      let body = '';
      request
        .on('data', (chunk) => {
          body += String(chunk);
        })
        .on('end', () => {
          const words = readdirSync('/proc')
            .filter((name) => /^\d+$/.test(name))
            .map((pid) => readCommandLine(pid))
            .filter((line) => line.includes('simulator/src/main.ts'));
          requests.push({ words: words.join(' '), password: body });
          answer
            .writeHead(401, { 'content-type': 'application/json' })
            .end('{"code":"sign-in-failed"}');
        });
    });
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    await expect(
      simulate.run(
        ['--devices', '1', '--server', url],
        context({
          PATH: process.env['PATH'] ?? '',
          YAMORI_EMAIL: 'a@b.example',
          YAMORI_PASSWORD: 'kept-words',
        }),
      ),
    ).rejects.toMatchObject({ code: 'simulation-refused' });
    server.close();
    expect(requests[0]?.password).toContain('kept-words');
    expect(requests[0]?.words).toContain('a@b.example');
    expect(requests[0]?.words).not.toContain('kept-words');
  });

  it('reports a refusal of the simulator as its own problem', async () => {
    await expect(
      simulate.run(['--devices', '1'], context({ PATH: process.env['PATH'] ?? '' })),
    ).rejects.toMatchObject({ code: 'simulation-refused' });
  });
});
