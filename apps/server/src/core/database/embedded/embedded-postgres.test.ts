import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { socketUrl, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { endStalePostmaster, isAlive } from './stale-postmaster.ts';
import { NAMESPACE } from '../../../testing/pid-namespace.ts';
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
  /** Starts PostgreSQL on the folder in a separate process. */
  const startHolder = async (
    program = process.execPath,
    args: readonly string[] = [],
    folder = dataFolder(),
  ): Promise<ChildProcess> => {
    const child = spawn(program, [...args, HOLDER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    held.children.push(child);
    await new Promise((resolve) => {
      child.stdout.once('data', resolve);
    });
    return child;
  };

  it('keeps committed data across a restart, and listens on no network address', async () => {
    const first = await start();
    await ask(first.url, "create table kept as select 'yes' as answer");
    expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const pid = await postmaster();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    const second = await start();
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 'yes' }]);
  });

  it('contains one application database and a log in small files', async () => {
    const { url } = await start();
    expect(await ask(url, 'select datname as name from pg_database order by datname')).toEqual([
      { name: 'template0' },
      { name: 'template1' },
      { name: 'yamori' },
    ]);
    expect(await ask(url, 'show wal_segment_size')).toEqual([{ wal_segment_size: '4MB' }]);
  });

  it('denies other users access to its files', async () => {
    await start();
    expect((await stat(await realpath(join(dataFolder(), 'postgres')))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataFolder(), 'postgres.log'))).mode & 0o777).toBe(0o600);
  });

  it('stops when its process is killed, and loses no data', async () => {
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
    const exists = (path: string): Promise<boolean> =>
      stat(path).then(
        () => true,
        () => false,
      );
    await expect.poll(() => exists(control), { interval: 5 }).toBe(true);
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

  it('waits for all processes of an interrupted initdb before it empties the cluster', async () => {
    const first = await start();
    await first.stop();
    const cluster = await realpath(join(dataFolder(), 'postgres'));
    await writeFile(join(cluster, 'leftover'), '');
    const report = join(dataFolder(), 'report');
    // The leader of the group exits first; its child lists the folder a second later.
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

  it('starts immediately after a kill, while the old PostgreSQL may still run', async () => {
    const holder = await startHolder();
    holder.kill('SIGKILL');
    const next = await start();
    expect(await ask(next.url, 'select count(*)::int as rows from held')).toEqual([{ rows: 1 }]);
  });

  it('stops an orphan whose guard was killed too', async () => {
    const holder = await startHolder();
    const pid = await postmaster();
    const guard = Number(
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[1],
    );
    // Kill only the guard and its reader of the pipe, not PostgreSQL, which is in the same group.
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
        killIfRunning(grandchild);
      killIfRunning(reader);
    }
    killIfRunning(guard);
    holder.kill('SIGKILL');
    const next = await start();
    // The old process may be a zombie, which has no command line.
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('');
    expect(await ask(next.url, 'select word from held')).toHaveLength(1);
  });

  it('restarts PostgreSQL after a crash, with all committed data', async () => {
    const postgres = await start('keep');
    await ask(postgres.url, "create table kept as select 'yes' as answer");
    process.kill(await postmaster(), 'SIGKILL');
    await expect
      .poll(() => ask(postgres.url, 'select answer from kept').catch(() => 'down'), {
        interval: 200,
      })
      .toEqual([{ answer: 'yes' }]);
  });

  it('rejects a folder that another running server owns', async () => {
    const holder = await startHolder();
    await expect(start()).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use', place: 'YAMORI_DATA', details: { pid: holder.pid } },
    });
  });

  it('rejects a folder whose owner is invisible here, and leaves its PostgreSQL running', async () => {
    await startHolder();
    const pid = await postmaster();
    await writeFile(join(dataFolder(), 'server.pid'), '999999999 7\n');
    await expect(start()).rejects.toMatchObject({ problem: { code: 'data-folder-in-use' } });
    expect(await postmaster()).toBe(pid);
    const url = socketUrl(await realpath(join(dataFolder(), 'postgres')));
    expect(await ask(url, 'select word from held')).toHaveLength(1);
  });

  it('rejects a folder that another PID namespace uses (skipped where none can be created)', async ({
    skip,
  }) => {
    if (spawnSync('unshare', [...NAMESPACE, 'true']).status !== 0)
      skip('creating a PID namespace needs root');
    await startHolder('unshare', [...NAMESPACE, process.execPath]);
    const cluster = await realpath(join(dataFolder(), 'postgres'));
    const before = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    const second = spawn('unshare', [...NAMESPACE, process.execPath, HOLDER, dataFolder()], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    held.children.push(second);
    let output = '';
    second.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    expect(await once(second, 'close')).toEqual([1, null]);
    expect(output).toContain('data-folder-in-use');
    await expect(start()).rejects.toMatchObject({ problem: { code: 'data-folder-in-use' } });
    // Also if the owner is gone and only its PostgreSQL still runs.
    await expect(endStalePostmaster(cluster, log)).rejects.toMatchObject({
      problem: { code: 'data-folder-in-use' },
    });
    expect(await readFile(join(cluster, 'postmaster.pid'), 'utf8')).toBe(before);
    expect(await ask(socketUrl(cluster), 'select word from held')).toHaveLength(1);
  });

  it('starts although another PostgreSQL has the pid of an earlier run, and leaves that one running', async () => {
    const other = await startEmbeddedPostgres(
      { dataFolder: join(dataFolder(), 'other'), purpose: 'forget' },
      log,
    );
    held.started.push(other);
    const otherCluster = await realpath(join(dataFolder(), 'other', 'postgres'));
    const pid = Number.parseInt(await readFile(join(otherCluster, 'postmaster.pid'), 'utf8'), 10);
    await (await start()).stop();
    const cluster = await realpath(join(dataFolder(), 'postgres'));
    const lines = [pid, cluster, 0, 5432, cluster, ''];
    await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'));
    const next = await start();
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(isAlive(pid)).toBe(true);
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('removes the socket folder of a long path when it stops, and uses it again after a kill', async () => {
    const long = join(dataFolder(), 'a'.repeat(90));
    const holder = await startHolder(process.execPath, [], long);
    const folder = await readlink(join(long, 'postgres.socket'));
    holder.kill('SIGKILL');
    const next = await startEmbeddedPostgres({ dataFolder: long, purpose: 'keep' }, log);
    held.started.push(next);
    expect(next.url).toBe(socketUrl(folder));
    expect(await ask(next.url, 'select word from held')).toHaveLength(1);
    await next.stop();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    expect(await readdir(long)).not.toContain('postgres.socket');
  });

  it('does not mistake another program for a running server', async () => {
    await writeFile(join(dataFolder(), 'server.pid'), `${process.ppid} 1\n`);
    await (await start()).stop();
  });

  it('reports a folder that cannot be created, and a link to a missing folder', async () => {
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
    'uses a folder that its account can reach when the data folder is closed (root only)',
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

/** The process may have exited after its parent was killed. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('ESRCH')) throw error;
  }
}
