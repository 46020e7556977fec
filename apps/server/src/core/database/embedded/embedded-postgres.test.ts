import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './stale-postmaster.ts';
import { removeFolder } from '../../../testing/remove-folder.ts';

const log = pino({ level: 'silent' });
const HOLDER = fileURLToPath(new URL('../../../testing/postgres-holder.ts', import.meta.url));

describe('embedded PostgreSQL', () => {
  const held: { dataFolder?: string; started: EmbeddedPostgres[]; children: ChildProcess[] } = {
    started: [],
    children: [],
  };
  const dataFolder = (): string => held.dataFolder ?? expect.fail('no folder');
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'yamori-embedded-'));
    await chmod(folder, 0o711);
    Object.assign(held, { dataFolder: folder, started: [], children: [] });
  });
  afterEach(async () => {
    for (const child of held.children) child.kill('SIGKILL');
    for (const postgres of held.started) await postgres.stop();
    await removeFolder(dataFolder());
  });

  const start = async (purpose: 'keep' | 'forget' = 'forget'): Promise<EmbeddedPostgres> => {
    const postgres = await startEmbeddedPostgres({ dataFolder: dataFolder(), purpose }, log);
    held.started.push(postgres);
    return postgres;
  };
  const ask = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const postmaster = async (): Promise<number> =>
    Number(
      (
        await readFile(
          join(await realpath(join(dataFolder(), 'postgres')), 'postmaster.pid'),
          'utf8',
        )
      ).split('\n')[0],
    );
  /** A process of its own that starts PostgreSQL on the folder and holds it. */
  const startHolder = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [HOLDER, dataFolder()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    held.children.push(child);
    await new Promise((resolve) => {
      child.stdout.once('data', resolve);
    });
    return child;
  };

  it('keeps what was committed over a stop and a start, and takes no network', async () => {
    const first = await start();
    await ask(first.url, "create table kept as select 'yes' as answer");
    expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const pid = await postmaster();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start();
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 'yes' }]);
  });

  it('closes its files to others', async () => {
    await start();
    expect((await stat(await realpath(join(dataFolder(), 'postgres')))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataFolder(), 'postgres.log'))).mode & 0o777).toBe(0o600);
  });

  it('leaves no PostgreSQL behind when its process is killed, and the next start has all data', async () => {
    const holder = await startHolder();
    const pid = await postmaster();
    expect(isAlive(pid)).toBe(true);
    holder.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const next = await start();
    expect(await ask(next.url, 'select word from held')).toEqual([
      { word: 'committed before the kill' },
    ]);
  });

  it('starts after a kill in the middle of initdb', async () => {
    const child = spawn(process.execPath, [HOLDER, dataFolder()], { stdio: 'ignore' });
    held.children.push(child);
    const control = join(dataFolder(), 'postgres', 'global', 'pg_control');
    const isThere = (path: string): Promise<boolean> =>
      stat(path).then(
        () => true,
        () => false,
      );
    await expect.poll(() => isThere(control), { interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    const next = await start();
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('replaces a cluster whose initdb was interrupted after it wrote the control file', async () => {
    const first = await start();
    await first.stop();
    const cluster = await realpath(join(dataFolder(), 'postgres'));
    await rm(join(cluster, 'base', '5'), { recursive: true });
    await writeFile(join(dataFolder(), 'postgres.initialising'), '');
    const next = await start();
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(stat(join(dataFolder(), 'postgres.initialising'))).rejects.toThrow('ENOENT');
  });

  it('empties the cluster only after everything that an interrupted initdb started has ended', async () => {
    const first = await start();
    await first.stop();
    const cluster = await realpath(join(dataFolder(), 'postgres'));
    await writeFile(join(cluster, 'leftover'), '');
    const report = join(dataFolder(), 'report');
    // The leader of the group ends first; its other process sees the folder as it is at its end.
    const leader = spawn('/bin/sh', ['-c', '(sleep 1; ls "$0" >"$1") &', cluster, report], {
      detached: true,
      stdio: 'ignore',
    });
    held.children.push(leader);
    await once(leader, 'exit');
    await writeFile(join(dataFolder(), 'postgres.initialising'), String(leader.pid));
    await start();
    expect((await readFile(report, 'utf8')).split('\n')).toContain('leftover');
    await expect(stat(join(cluster, 'leftover'))).rejects.toThrow('ENOENT');
  });

  it('starts at once after a kill, while the old one may still be there', async () => {
    const holder = await startHolder();
    holder.kill('SIGKILL');
    const next = await start();
    expect(await ask(next.url, 'select count(*)::int as rows from held')).toEqual([{ rows: 1 }]);
  });

  it('ends an orphan whose guard was killed too', async () => {
    const holder = await startHolder();
    const pid = await postmaster();
    const guard = Number(
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[1],
    );
    // The guard's group holds PostgreSQL and the reader of the pipe: only the two that guard are
    // killed.
    const readers = (await readFile(`/proc/${guard}/task/${guard}/children`, 'utf8'))
      .trim()
      .split(' ')
      .map(Number)
      .filter((child) => child !== pid);
    for (const reader of readers) {
      const below = (
        await readFile(`/proc/${reader}/task/${reader}/children`, 'utf8').catch(() => '')
      ).trim();
      for (const grandchild of below === '' ? [] : below.split(' ').map(Number))
        killIfThere(grandchild);
      killIfThere(reader);
    }
    killIfThere(guard);
    holder.kill('SIGKILL');
    const next = await start();
    // What is left of the old one may still wait to be reaped, and then has no command any more.
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
    expect(await ask(next.url, 'select word from held')).toHaveLength(1);
  });

  it('starts PostgreSQL again when it falls, with all that was committed', async () => {
    const postgres = await start('keep');
    await ask(postgres.url, "create table kept as select 'yes' as answer");
    process.kill(await postmaster(), 'SIGKILL');
    await expect
      .poll(() => ask(postgres.url, 'select answer from kept').catch(() => 'down'), {
        interval: 200,
      })
      .toEqual([{ answer: 'yes' }]);
  });

  it('refuses a folder that another living server holds', async () => {
    const holder = await startHolder();
    await expect(start()).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use', place: 'YAMORI_DATA', details: { pid: holder.pid } },
    });
  });

  it('does not take another program for a server that lives', async () => {
    await writeFile(join(dataFolder(), 'server.pid'), `${process.ppid} 1\n`);
    await (await start()).stop();
  });

  it('names a folder that cannot be made or whose link leads nowhere', async () => {
    const file = join(dataFolder(), 'a-file');
    await writeFile(file, '');
    await expect(
      startEmbeddedPostgres({ dataFolder: join(file, 'data'), purpose: 'forget' }, log),
    ).rejects.toMatchObject({
      problem: {
        code: 'data-folder-not-writable',
        place: 'YAMORI_DATA',
        details: { folder: join(file, 'data'), reason: 'ENOTDIR' },
      },
    });
    await expect(
      startEmbeddedPostgres({ dataFolder: file, purpose: 'forget' }, log),
    ).rejects.toMatchObject({
      problem: { code: 'data-folder-not-writable', details: { reason: 'ENOTDIR' } },
    });
    await symlink('/nonexistent/cluster', join(dataFolder(), 'postgres'));
    await expect(start()).rejects.toMatchObject({ problem: { code: 'data-folder-incomplete' } });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'finds a place that its account can reach when the folder is closed (root only)',
    async () => {
      await chmod(dataFolder(), 0o700);
      const postgres = await start();
      const cluster = await realpath(join(dataFolder(), 'postgres'));
      expect(cluster.startsWith(dataFolder())).toBe(false);
      await ask(postgres.url, "create table kept as select 'yes' as answer");
      await postgres.stop();
      expect(await ask((await start()).url, 'select answer from kept')).toEqual([
        { answer: 'yes' },
      ]);
      await held.started.at(-1)?.stop();
      await rm(cluster, { recursive: true });
    },
  );

  it('creates the cluster once and opens it without recovery after a stop', async () => {
    const first = await start();
    const [created] = await ask(first.url, 'select system_identifier from pg_control_system()');
    await first.stop();
    const log = join(dataFolder(), 'postgres.log');
    const before = (await readFile(log, 'utf8')).length;
    const second = await start();
    expect(await ask(second.url, 'select system_identifier from pg_control_system()')).toEqual([
      created,
    ]);
    const logged = (await readFile(log, 'utf8')).slice(before);
    expect(logged).toContain('database system was shut down at');
    expect(logged).not.toContain('recovery');
  });
});

/** One whose parent was just killed may have ended by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('ESRCH')) throw error;
  }
}
