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
import { requireSafeWay } from '../server/safe-way.ts';
import { doctor } from './doctor.ts';
import { exportRange } from './export.ts';
import { simulate, simulatorWords, whereAndWho } from './simulate.ts';

const folder = mkdtempSync(join(tmpdir(), 'yamori-command-'));
afterAll(() => rmSync(folder, { recursive: true }));
const surroundings = (environment: Readonly<Record<string, string>>) => ({
  folder,
  environment,
  say: () => undefined,
  progress: () => undefined,
});

/** What the doctor says of each thing, by its name. */
async function checksOf(environment: Readonly<Record<string, string>>) {
  const { value, isRefused } = await doctor.run([], surroundings(environment));
  // The doctor's own value.
  const { checks } = value as { readonly checks: readonly Check[] };
  return {
    isRefused,
    states: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
    words: Object.fromEntries(checks.map(({ name, words }) => [name, words])),
  };
}

const BUILT = ['decoder', 'web', 'programs'];

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
  it('finds this installation in order, and free ports free', async () => {
    const [web, mqtt] = [await freePort(), await freePort()];
    web.close();
    mqtt.close();
    const { states } = await checksOf({
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

  it('names each file of the build that is missing', () => {
    const root = mkdtempSync(join(folder, 'root-'));
    for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(root, file), '{}');
    const wordsOfBuild = (): string =>
      installationChecks(root, {})
        .filter(({ state, name }) => state === 'notice' && BUILT.includes(name))
        .map(({ words }) => words)
        .join('\n');
    for (const file of OUTPUTS) expect(wordsOfBuild()).toContain(file);
    for (const file of OUTPUTS) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), '');
      expect(wordsOfBuild()).not.toContain(file);
    }
    expect(wordsOfBuild()).toBe('');
  });

  it('names a port that something else has taken', async () => {
    const taken = await freePort();
    const { states, isRefused } = await checksOf({
      YAMORI_DATA: folder,
      PORT: String(taken.port),
      MQTT_PORT: String(taken.port),
    });
    taken.close();
    expect(states).toMatchObject({ 'web port': 'bad', 'device port': 'bad' });
    expect(isRefused).toBe(true);
  });

  it('names a data folder that is none, and database files without their control file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect((await checksOf({ YAMORI_DATA: join(folder, 'file') })).states).toMatchObject({
      'data folder': 'bad',
    });
    const data = mkdtempSync(join(folder, 'data-'));
    writeFileSync(join(data, 'postgres'), '');
    expect(
      (await checksOf({ YAMORI_DATA: data, DATABASE_URL: 'postgres://x' })).states,
    ).toMatchObject({ 'data folder': 'good', database: 'notice' });
  });

  it('takes no words, and ports that are ports', async () => {
    await expect(doctor.run(['x'], surroundings({}))).rejects.toMatchObject({
      code: 'usage-wrong',
    });
    await expect(doctor.run([], surroundings({ PORT: '99999' }))).rejects.toMatchObject({
      code: 'port-wrong',
    });
  });
});

/** What everybody on the machine reads of a process; nothing of one that has ended. */
function wordsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('yamori simulate', () => {
  it('hands its options to the simulator as they are', () => {
    expect(
      simulatorWords({
        devices: '3',
        json: true,
        loop: true,
        replay: ['a', 'b'],
        server: undefined,
      }),
    ).toEqual(['--devices', '3', '--loop', '--replay', 'a', '--replay', 'b']);
  });

  it("connects to the host of the web address, as the demonstration's developer unless told who", () => {
    expect(whereAndWho('http://ward.example:8080', {})).toMatchObject({
      mqtt: 'mqtt://ward.example:18830',
      email: 'senior-developer@demo.example',
    });
    expect(
      whereAndWho(undefined, {
        MQTT_PORT: '1',
        YAMORI_EMAIL: 'a@b.example',
        YAMORI_PASSWORD: 'words',
      }),
    ).toEqual({ mqtt: 'mqtt://127.0.0.1:1', email: 'a@b.example', password: 'words' });
    expect(whereAndWho('nowhere', {})).toMatchObject({ mqtt: 'mqtt://127.0.0.1:18830' });
  });

  it('says what is missing before it starts anything', async () => {
    await expect(simulate.run([], surroundings({}))).rejects.toMatchObject({ code: 'usage-wrong' });
    await expect(simulate.run(['--replay', 'no-such.edf'], surroundings({}))).rejects.toMatchObject(
      { code: 'file-missing', place: 'no-such.edf' },
    );
    await expect(simulate.run(['ward'], surroundings({}))).rejects.toMatchObject({
      code: 'usage-wrong',
    });
  });

  it('gives no password to a server that it would reach over the network unencrypted', async () => {
    await expect(
      simulate.run(['--devices', '1', '--server', 'http://ward.example:8080'], surroundings({})),
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
        surroundings({ YAMORI_EMAIL: 'a@b.example', YAMORI_PASSWORD: 'words' }),
      ),
    ).rejects.toMatchObject({ code: 'server-unencrypted' });
    for (const url of [
      'https://ward.example',
      'http://localhost:1',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'nowhere',
    ])
      expect(() => requireSafeWay(url)).not.toThrow();
    for (const url of ['http://localhost.example', 'http://127.0.0.1.example', 'http://ward'])
      expect(() => requireSafeWay(url)).toThrow('https');
  });

  it('hands the password over where nobody else on the machine reads it', async () => {
    const server = createHttpServer().listen(0, '127.0.0.1');
    const told: { words: string; password: string }[] = [];
    server.on('request', (request, answer) => {
      let body = '';
      request
        .on('data', (chunk) => {
          body += String(chunk);
        })
        .on('end', () => {
          const words = readdirSync('/proc')
            .filter((name) => /^\d+$/.test(name))
            .map((pid) => wordsOf(pid))
            .filter((line) => line.includes('simulator/src/main.ts'));
          told.push({ words: words.join(' '), password: body });
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
        surroundings({
          PATH: process.env['PATH'] ?? '',
          YAMORI_EMAIL: 'a@b.example',
          YAMORI_PASSWORD: 'kept-words',
        }),
      ),
    ).rejects.toMatchObject({ code: 'simulation-refused' });
    server.close();
    expect(told[0]?.password).toContain('kept-words');
    expect(told[0]?.words).toContain('a@b.example');
    expect(told[0]?.words).not.toContain('kept-words');
  });

  it('starts the simulator, whose refusal is one of ours', async () => {
    await expect(
      simulate.run(['--devices', '1'], surroundings({ PATH: process.env['PATH'] ?? '' })),
    ).rejects.toMatchObject({ code: 'simulation-refused' });
  });
});
