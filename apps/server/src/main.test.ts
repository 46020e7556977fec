import { chmod, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './database/embedded/stale-postmaster.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { removeFolder } from './testing/remove-folder.ts';

/** An empty server that was told of nothing else: its first organisation may register itself. */
const WAYS_IN = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: true,
  anonymous: false,
  signUp: false,
  registerDomain: true,
  domainByMail: false,
  passwordReset: false,
};

const SIGN_IN = { email: 'owner@demo.example', password: 'quiet-night-gecko' };

describe('the server as a process', () => {
  const held: { folder?: string; running: ServerProcess[] } = { running: [] };
  const folder = (): string => held.folder ?? expect.fail('no folder');
  beforeAll(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-main-'));
    await chmod(held.folder, 0o711);
  });
  afterEach(async () => {
    for (const server of held.running) server.kill('SIGKILL');
    await Promise.all(held.running.splice(0).map((server) => server.exited));
  });
  afterAll(() => removeFolder(folder()));

  const start = (environment: Record<string, string> = {}, ...args: string[]): ServerProcess => {
    const server = startServerProcess(
      { YAMORI_DATA: join(folder(), 'data'), ...environment },
      ...args,
    );
    held.running.push(server);
    return server;
  };
  const signIn = async (address: string): Promise<string> => {
    const reply = await fetch(`${address}api/session/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(SIGN_IN),
    });
    expect(reply.status).toBe(200);
    return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const rooms = async (address: string, cookie: string): Promise<number> => {
    const reply = await fetch(`${address}api/documents/count`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query: { collection: 'room' } }),
    });
    return ((await reply.json()) as { count: number }).count;
  };
  const postmaster = async () =>
    Number(
      (
        await readFile(
          join(await realpath(join(folder(), 'data', 'postgres')), 'postmaster.pid'),
          'utf8',
        )
      ).split('\n')[0],
    );

  it('comes up ready, ends in order within ten seconds, and keeps its data and sessions for the next start', async () => {
    const first = start({}, '--demonstration');
    const address = await first.ready;
    expect(await (await fetch(`${address}healthz`)).json()).toEqual({ ok: true });
    await expect.poll(async () => (await fetch(`${address}readyz`)).status).toBe(200);
    const cookie = await signIn(address);
    expect(await rooms(address, cookie)).toBe(14);
    const pid = await postmaster();
    const startedAt = performance.now();
    first.kill('SIGTERM');
    expect(await first.exited).toMatchObject({ code: 0 });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(isAlive(pid)).toBe(false);

    const second = start({}, '--demonstration');
    expect(await rooms(await second.ready, cookie)).toBe(14);
    second.kill('SIGINT');
    expect((await second.exited).code).toBe(0);
  });

  it('lists no demonstration account where there is no demonstration', async () => {
    const server = start({ YAMORI_DATA: join(folder(), 'empty') });
    const reply = await fetch(`${await server.ready}api/session`);
    expect(await reply.json()).toEqual({
      user: null,
      pending: null,
      ended: null,
      waysIn: WAYS_IN,
      reach: [],
      demonstrationAccounts: [],
    });
  });

  it('offers the providers that it is told of', async () => {
    const server = start({
      YAMORI_DATA: join(folder(), 'empty'),
      YAMORI_LINE_CLIENT_ID: '1234567890',
      YAMORI_LINE_CLIENT_SECRET: '0123456789abcdef0123456789abcdef',
    });
    const reply = await fetch(`${await server.ready}api/session`);
    expect(await reply.json()).toMatchObject({ waysIn: { ...WAYS_IN, line: true } });
  });

  it('is back by itself after a kill, and leaves no database behind', async () => {
    const killed = start({}, '--demonstration');
    await killed.ready;
    const pid = await postmaster();
    killed.kill('SIGKILL');
    const next = start({}, '--demonstration');
    const address = await next.ready;
    expect(
      isAlive(pid) && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '',
    ).toBe(false);
    expect(await rooms(address, await signIn(address))).toBe(14);
  });

  describe('says who, what and what to do when it cannot start:', () => {
    const refusal = async (
      environment: Record<string, string>,
      ...args: string[]
    ): Promise<string> => {
      const server = start(environment, ...args);
      const { code, output } = await server.exited;
      expect(code).toBe(1);
      expect(output).not.toMatch(/\n\s+at /);
      return output;
    };

    it('a port that another program holds', async () => {
      const other = createServer();
      await new Promise<void>((resolve) => {
        other.listen(0, '127.0.0.1', resolve);
      });
      // A TCP server's address is never a string.
      const { port } = other.address() as AddressInfo;
      expect(await refusal({ PORT: String(port) })).toMatch(
        new RegExp(`port-in-use \\(PORT\\)[^]*port: +${port}[^]*set PORT to another port`),
      );
      expect(await refusal({ MQTT_PORT: String(port) })).toMatch(/port-in-use[^]*MQTT_PORT/);
      other.close();
    });

    it('an option that is wrong', async () => {
      expect(await refusal({ PORT: 'eighty' })).toContain('option-invalid (PORT)');
      expect(await refusal({ HTTP_TLS_CERT: '/none.pem', HTTP_TLS_KEY: '/none.pem' })).toContain(
        'file-not-readable (HTTP_TLS_CERT)',
      );
    });

    it('a database address that leads nowhere, without its password', async () => {
      const output = await refusal({ DATABASE_URL: 'postgres://me:hidden-word@127.0.0.1:1/ward' });
      expect(output).toMatch(
        /database-connection-failed \(DATABASE_URL\)[^]*postgres:\/\/me@127\.0\.0\.1:1\/ward[^]*ECONNREFUSED[^]*check host and port/,
      );
      expect(output).not.toContain('hidden-word');
    });

    it('a data folder that cannot be written', async () => {
      const file = join(folder(), 'file');
      await writeFile(file, '');
      expect(await refusal({ YAMORI_DATA: join(file, 'data') })).toMatch(
        /data-folder-not-writable \(YAMORI_DATA\)[^]*who:[^]*there is a file in its place: set YAMORI_DATA to a folder/,
      );
    });

    it.skipIf(process.platform !== 'linux')(
      "a data folder that no system would make, with a database of one's own too",
      async () => {
        const words =
          /data-folder-not-writable \(YAMORI_DATA\)[^]*\/proc\/yamori[^]*set YAMORI_DATA to another place/;
        expect(await refusal({ YAMORI_DATA: '/proc/yamori/data' })).toMatch(words);
        expect(
          await refusal(
            { YAMORI_DATA: '/proc/yamori', DATABASE_URL: 'postgres://me@127.0.0.1:1/ward' },
            '--demonstration',
          ),
        ).toMatch(words);
      },
    );

    it('a data folder that another server uses', async () => {
      await start().ready;
      expect(await refusal({})).toMatch(/data-folder-in-use \(YAMORI_DATA\)[^]*pid:/);
    });
  });
});
