import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from './core/database/embedded/embedded-postgres.ts';
import { isAlive } from './core/database/embedded/stale-postmaster.ts';
import { startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { removeFolder } from './testing/remove-folder.ts';

/** An empty server without further options. */
const OFFERED_METHODS = {
  password: true,
  line: false,
  google: false,
  saml: false,
  passkey: true,
  anonymous: false,
  signUp: false,
  registerDomain: false,
  domainByMail: false,
  passwordReset: false,
};

const SIGN_IN = { email: 'owner@demo.example', password: 'quiet-night-gecko' };

describe('the server process', () => {
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

  it('starts ready, shuts down in order within ten seconds, and keeps its data and sessions for the next start', async () => {
    const first = start({}, '--demonstration');
    const address = await first.ready;
    expect(await (await fetch(`${address}healthz`)).json()).toEqual({ ok: true });
    await expect.poll(async () => (await fetch(`${address}readyz`)).status).toBe(200);
    const cookie = await signIn(address);
    expect(await rooms(address, cookie)).toBe(14);
    const pid = await postmaster();
    first.kill('SIGTERM');
    // A server that does not end in order within ten seconds ends with 1.
    expect(await first.exited).toMatchObject({ code: 0 });
    expect(isAlive(pid)).toBe(false);

    const second = start({}, '--demonstration');
    expect(await rooms(await second.ready, cookie)).toBe(14);
    second.kill('SIGINT');
    expect((await second.exited).code).toBe(0);
  });

  it('lists no demonstration accounts outside the demonstration', async () => {
    const server = start({ YAMORI_DATA: join(folder(), 'empty') });
    const reply = await fetch(`${await server.ready}api/session`);
    expect(await reply.json()).toEqual({
      user: null,
      pending: null,
      ended: null,
      waysIn: OFFERED_METHODS,
      reach: [],
      hasOwnHome: false,
      demonstrationAccounts: [],
    });
  });

  it('prints a link to this machine for the first account when it listens on every network', async () => {
    const server = start(
      { YAMORI_DATA: join(folder(), 'maker'), HOST: '0.0.0.0', PORT: '8123' },
      '--maker-account',
      'maker@yamori.example',
    );
    const { code, output } = await server.exited;
    expect(code, output).toBe(0);
    expect(output).toContain('\nhttp://127.0.0.1:8123/handleauth?mode=resetPassword#');
  });

  it('prints a link that registers the first organisation, until there is one', async () => {
    const data = join(folder(), 'first-start');
    const server = start({ YAMORI_DATA: data });
    const address = await server.ready;
    const link = new URL(await server.firstStartLink);
    expect(`${link.origin}${link.pathname}`).toBe(`${address}registerdomain`);
    const register = (code: string | null) =>
      fetch(`${address}api/registration/domain`, {
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
    expect((await register(null)).status).toBe(403);
    expect((await register(link.hash.slice(1))).status).toBe(200);
    server.kill('SIGTERM');
    const { output } = await server.exited;
    expect(output).not.toContain(link.hash.slice(1));
    const second = start({ YAMORI_DATA: data });
    await second.ready;
    await expect(second.firstStartLink).rejects.toThrow('the server has members');
  });

  it.each([
    ['0.0.0.0', true],
    ['127.0.0.1', false],
  ])('warns about missing TLS for devices at %s: %s', async (host, isWarned) => {
    const server = start({ YAMORI_DATA: join(folder(), 'empty'), MQTT_HOST: host });
    const address = await server.ready;
    // The first states of rooms are computed within a second.
    await expect
      .poll(async () => (await fetch(`${address}readyz`)).json())
      .toMatchObject({
        ok: true,
        warnings: isWarned ? [{ name: 'mqtt', reason: 'mqtt-without-tls' }] : [],
      });
    server.kill('SIGTERM');
    const { output } = await server.exited;
    expect(output.includes('mqtt-without-tls')).toBe(isWarned);
  });

  it('keeps the key and the exported heads of the history beside the data folder', async () => {
    const server = start({ YAMORI_DATA: join(folder(), 'beside') });
    await server.ready;
    server.kill('SIGTERM');
    const { output } = await server.exited;
    expect(output).toContain('history-heads-on-this-machine');
    expect(await readdir(join(folder(), 'beside'))).not.toContain('installation.key');
    expect((await readdir(join(folder(), 'beside-keys'))).toSorted()).toEqual([
      'history-heads.jsonl',
      'installation.key',
    ]);
  });

  it('still finds the key that an earlier version created in the data folder', async () => {
    const data = join(folder(), 'earlier');
    const first = start({ YAMORI_DATA: data });
    await first.ready;
    first.kill('SIGTERM');
    await first.exited;
    await rename(join(folder(), 'earlier-keys/installation.key'), join(data, 'installation.key'));
    const next = start({ YAMORI_DATA: data });
    await next.ready;
    next.kill('SIGTERM');
    expect((await next.exited).output).toContain('key-in-data-folder');
    expect(await readdir(join(folder(), 'earlier-keys'))).not.toContain('installation.key');
  });

  it.each([
    ['0.0.0.0', {}, true],
    ['0.0.0.0', { YAMORI_URL: 'https://care.example' }, false],
    ['127.0.0.1', {}, false],
  ])('warns about missing TLS at %s with %o: %s', async (host, options, isWarned) => {
    const server = start({ YAMORI_DATA: join(folder(), 'empty'), HOST: host, ...options });
    await server.ready;
    server.kill('SIGTERM');
    const { output } = await server.exited;
    expect(output.includes('http-without-tls')).toBe(isWarned);
  });

  it('offers the configured providers', async () => {
    const server = start({
      YAMORI_DATA: join(folder(), 'empty'),
      YAMORI_LINE_CLIENT_ID: '1234567890',
      YAMORI_LINE_CLIENT_SECRET: '0123456789abcdef0123456789abcdef',
    });
    const reply = await fetch(`${await server.ready}api/session`);
    expect(await reply.json()).toMatchObject({ waysIn: { ...OFFERED_METHODS, line: true } });
  });

  it('recovers after a kill, and leaves no database running', async () => {
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

  it.each([
    ['its database starts', 'postgres/postmaster.pid'],
    ['it fills the demonstration', 'demonstration/devices.json'],
  ])('completes a first start that was killed while %s', async (_phase, sign) => {
    const data = join(folder(), `killed-${sign.slice(0, 8)}`);
    const killed = start({ YAMORI_DATA: data }, '--demonstration');
    await expect
      .poll(
        () =>
          access(join(data, sign)).then(
            () => 'there',
            () => 'missing',
          ),
        { interval: 5 },
      )
      .toBe('there');
    killed.kill('SIGKILL');
    await killed.exited;
    const next = start({ YAMORI_DATA: data }, '--demonstration');
    const address = await next.ready;
    expect(await rooms(address, await signIn(address))).toBe(14);
  });

  describe('a server that cannot start', () => {
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
    /** A copy of what one server left in an empty folder. */
    const realData = async (name: string): Promise<string> => {
      const data = join(folder(), 'real');
      if (!existsSync(data)) {
        const real = start({ YAMORI_DATA: data });
        await real.ready;
        real.kill('SIGTERM');
        await real.exited;
      }
      const copy = join(folder(), name);
      execFileSync('cp', ['-a', data, copy]);
      return copy;
    };

    it('names a port that another program holds', async () => {
      const other = createServer();
      await new Promise<void>((resolve) => {
        other.listen(0, '127.0.0.1', resolve);
      });
      // A TCP server's address is never a string.
      const { port } = other.address() as AddressInfo;
      expect(await refusal({ PORT: String(port) }, '--demonstration')).toMatch(
        new RegExp(`port-in-use \\(PORT\\)[^]*port: +${port}[^]*set PORT to another port`),
      );
      expect(await refusal({ MQTT_PORT: String(port) }, '--demonstration')).toMatch(
        /port-in-use[^]*MQTT_PORT/,
      );
      other.close();
    });

    it('names an option that is wrong', async () => {
      expect(await refusal({ PORT: 'eighty' })).toContain('option-invalid (PORT)');
      const noFile = { HTTP_TLS_CERT: '/none.pem', HTTP_TLS_KEY: '/none.pem' };
      expect(await refusal(noFile, '--demonstration')).toContain(
        'file-not-readable (HTTP_TLS_CERT)',
      );
    });

    it('names a database address that leads nowhere, without its password', async () => {
      const output = await refusal({ DATABASE_URL: 'postgres://me:hidden-word@127.0.0.1:1/ward' });
      expect(output).toMatch(
        /database-connection-failed \(DATABASE_URL\)[^]*postgres:\/\/me@127\.0\.0\.1:1\/ward[^]*ECONNREFUSED[^]*check host and port/,
      );
      expect(output).not.toContain('hidden-word');
    });

    it('names a data folder that cannot be written', async () => {
      const file = join(folder(), 'file');
      await writeFile(file, '');
      expect(await refusal({ YAMORI_DATA: join(file, 'data') })).toMatch(
        /data-folder-not-writable \(YAMORI_DATA\)[^]*who:[^]*there is a file in its place: set YAMORI_DATA to a folder/,
      );
    });

    it.skipIf(process.platform !== 'linux')(
      'names a data folder that no system would make, with an external database too',
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

    it('rejects a data folder of a newer version and leaves it unchanged', async () => {
      const data = await realData('newer');
      await withDatabase(data, (client) =>
        client.query("insert into schema_migration values (999, '999-later.sql', 'hash')"),
      );
      expect(await refusal({ YAMORI_DATA: data })).toMatch(
        /migration-unknown \(999-later\.sql\)[^]*used by a newer version; start that one/,
      );
    });

    it('rejects data of a demonstration that is served as a real installation', async () => {
      const demo = start({}, '--demonstration');
      await demo.ready;
      demo.kill('SIGTERM');
      await demo.exited;
      expect(await refusal({})).toMatch(
        /installation-is-demonstration[^]*accounts are public: run npm start, or set YAMORI_DATA/,
      );
    });

    it.each([
      ['an empty real installation', undefined],
      ['a real installation with rooms', 'delete from installation'],
    ])('rejects data of %s for a demonstration and writes nothing', async (name, sql) => {
      const data = await realData(`real-${name.length}`);
      const before = await withDatabase(data, async (client) => {
        // As databases of earlier versions are, which recorded no kind.
        if (sql !== undefined) await client.query(sql);
        return countDocuments(client);
      });
      expect(await refusal({ YAMORI_DATA: data }, '--demonstration')).toMatch(
        /installation-is-real[^]*writes nothing into it: run npm run serve, or set YAMORI_DATA/,
      );
      expect(await withDatabase(data, countDocuments)).toBe(before);
    });

    it('names a disk that is too small for a database', async ({ skip }) => {
      const disk = join(folder(), 'small-disk');
      await mkdir(disk);
      const options = 'size=30m,mode=711';
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
      if (mounted.status !== 0) skip('mounting a small disk needs root');
      onTestFinished(() => void spawnSync('umount', ['-l', disk]));
      const data = join(disk, 'data');
      expect(await refusal({ YAMORI_DATA: data }, '--demonstration')).toMatch(
        /disk[^]* is full: [^]*set YAMORI_DATA to/,
      );
    });

    it('rejects a data folder that another server uses', async () => {
      await start({}, '--demonstration').ready;
      expect(await refusal({})).toMatch(/data-folder-in-use \(YAMORI_DATA\)[^]*pid:/);
    });
  });
});

const countDocuments = async (client: pg.Client): Promise<string> =>
  (await client.query<{ count: string }>('select count(*) from documents')).rows[0]?.count ?? '';

/** Works on the built-in database of a server that has stopped. */
async function withDatabase<Result>(
  dataFolder: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataFolder, purpose: 'keep' }, log);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}
