import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { ProblemError } from '@yamori/domain';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { writeBackup } from '../../../admin/backup/write-backup.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createSecretBox } from '../../../core/secrets/secret-box.ts';
import { createSecretStore } from '../../../core/secrets/secret-store.ts';
import { writeKeyFile } from './key-file.ts';
import { openInstallationKey, type KeyOptions } from './installation-key.ts';

const log = pino({ level: 'silent' });
const PUSH_KEY = '{"kty":"EC","d":"private-part-of-the-push-key"}';
const EARLIER_KEY = 'the-key-that-an-earlier-version-stored-here';

describe('openInstallationKey', () => {
  const held: { temporary?: TemporaryDatabase; folder?: string } = {};
  const temporary = (): TemporaryDatabase => held.temporary ?? expect.fail('no database');
  const folder = (): string => held.folder ?? expect.fail('no folder');
  const file = (): string => join(folder(), 'installation.key');
  beforeEach(async () => {
    held.temporary = await openTemporaryDatabase();
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-key-'));
    await run("insert into installation (kind) values ('real')");
  });
  afterEach(async () => {
    await held.temporary?.drop();
    if (held.folder !== undefined) await rm(held.folder, { recursive: true });
  });

  const run = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    temporary().database.query<Row>({ text, values });
  const open = (options: Partial<KeyOptions> = {}): Promise<string> =>
    openInstallationKey(temporary().database, {
      given: undefined,
      file: file(),
      replaces: false,
      log,
      ...options,
    });
  const getProblemCode = async (opening: Promise<string>): Promise<string> =>
    opening.then(
      () => 'opened',
      (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
    );
  const storeEarlierKeys = async (): Promise<void> => {
    for (const [name, value] of [
      ['session-cookies', EARLIER_KEY],
      ['push-key', PUSH_KEY],
    ])
      await run('insert into server_secret (name, value) values ($1, $2)', [name, value]);
  };
  /** The whole database as text, and the contents of a backup. */
  const storedText = async (): Promise<string> => {
    const tables = await run<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables)
      texts.push(JSON.stringify(await run(`select t::text from "${name}" t`)));
    const backup = join(folder(), 'backup');
    await writeBackup(temporary().url, backup, () => undefined);
    for (const name of await readdir(backup, { recursive: true })) {
      const path = join(backup, name);
      if (!(await stat(path)).isFile()) continue;
      const bytes = await readFile(path);
      texts.push((name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString('latin1'));
    }
    return texts.join('\n');
  };

  it('creates the key once, in a file that only its owner can read', async () => {
    const key = await open();
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect((await readFile(file(), 'utf8')).trim()).toBe(key);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await open()).toBe(key);
  });

  it('leaves no key file on a full disk, and creates it once there is room (skipped where nothing can be mounted)', async ({
    skip,
  }) => {
    const disk = await mkdtemp(join(tmpdir(), 'yamori-key-disk-'));
    onTestFinished(() => rm(disk, { recursive: true }));
    const options = ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk];
    if (spawnSync('mount', options).status !== 0) skip('mounting a small disk needs root');
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const onDisk = { file: join(disk, 'installation.key') };
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(128 * 1024)).catch(() => undefined);
    await expect(open(onDisk)).rejects.toMatchObject({
      problem: {
        code: 'installation-key-file-unusable',
        details: { advice: expect.stringContaining('the disk is full') },
      },
    });
    expect(await readdir(disk)).toEqual(['ballast']);
    await rm(ballast);
    const key = await open(onDisk);
    expect(await open(onDisk)).toBe(key);
    expect(await readdir(disk)).toEqual(['installation.key']);
  });

  it('replaces no key file that appeared in the meantime', async () => {
    await writeFile(file(), 'the key of another installation');
    await expect(writeKeyFile(file(), 'another key')).rejects.toMatchObject({
      problem: { code: 'installation-key-file-unusable' },
    });
    expect(await readFile(file(), 'utf8')).toBe('the key of another installation');
    expect(await readdir(folder())).toEqual(['installation.key']);
  });

  it('keeps the key out of the database and its backup (T36)', async () => {
    await storeEarlierKeys();
    const key = await open();
    const push = await createSecretStore(temporary().database, key).shared('push-key');
    expect(push).toBe(PUSH_KEY);
    const stored = await storedText();
    expect(stored).toContain('push-key');
    expect(stored).not.toContain(key);
    expect(stored).not.toContain('private-part-of-the-push-key');
  });

  it('moves the key of an earlier version out of the database, and its secrets still open', async () => {
    await storeEarlierKeys();
    const sealed = createSecretBox(EARLIER_KEY, 'totp').seal(Buffer.from('app'), 'user');
    const key = await open();
    expect(key).toBe(EARLIER_KEY);
    expect(createSecretBox(key, 'totp').open(sealed, 'user')?.toString()).toBe('app');
    expect(await run('select name from server_secret')).toEqual([{ name: 'push-key' }]);
  });

  it('completes a move that was interrupted after the file was written', async () => {
    await storeEarlierKeys();
    await writeFile(file(), `${EARLIER_KEY}\n`, { mode: 0o600 });
    expect(await open()).toBe(EARLIER_KEY);
    expect(await open()).toBe(EARLIER_KEY);
  });

  it('rejects a missing, exchanged or truncated key file', async () => {
    await open();
    await rm(file());
    expect(await getProblemCode(open())).toBe('installation-key-missing');
    await writeFile(file(), 'the key of another installation, as long as one\n');
    expect(await getProblemCode(open())).toBe('installation-key-wrong');
    await writeFile(file(), 'cut\n');
    expect(await getProblemCode(open())).toBe('installation-key-invalid');
    await expect(open()).rejects.toMatchObject({
      problem: { place: 'YAMORI_KEY_FILE', details: { file: file() } },
    });
  });

  it('rejects a YAMORI_SECRET that does not belong to the database', async () => {
    const given = 'a secret of the environment with enough letters';
    expect(await open({ given })).toBe(given);
    expect(await readdir(folder())).toEqual([]);
    expect(await getProblemCode(open({ given: `${given}!` }))).toBe('installation-key-wrong');
    expect(await getProblemCode(open())).toBe('installation-key-missing');
  });

  it('replaces the key on request only, and then deletes what the old one encrypted', async () => {
    const before = await open();
    await createSecretStore(temporary().database, before).shared('push-key', () => PUSH_KEY);
    await rm(file());
    const after = await open({ replaces: true });
    expect(after).not.toBe(before);
    expect(await run('select name from server_secret')).toEqual([]);
    expect(await open()).toBe(after);
  });

  it('creates a single key when two servers start simultaneously', async () => {
    const keys = await Promise.all([open(), open()]);
    expect(new Set(keys).size).toBe(1);
  });

  it('warns if other users of the machine can read the file', async () => {
    await open();
    await chmod(file(), 0o644);
    const lines: string[] = [];
    await open({
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    expect(lines.join('')).toContain('key file readable by other users of this machine');
  });
});
