import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ProblemError } from '@yamori/domain';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS_FOLDER, readMigrations } from '../../core/database/migration-runner.ts';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { decryptStream, encryptStream, readPassphrase } from './backup-encryption.ts';
import { MANIFEST_NAME } from './backup-manifest.ts';
import { checkBackup } from './check-backup.ts';
import { restoreInto } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });
const PASSPHRASE = 'geckos sleep behind the shutters';
const WORDS = 'words-that-a-backup-must-not-show';
const key = randomBytes(32);

describe('an encrypted backup', () => {
  const databases: TemporaryDatabase[] = [];
  const held: { folder: string; backup: string } = { folder: '', backup: '' };
  beforeAll(async () => {
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-encrypted-'));
    held.backup = join(held.folder, 'backup');
    const source = await openTemporaryDatabase();
    // Random data, so that compression leaves more than one chunk of 64 KiB.
    await source.database.query({
      text: "insert into server_secret (name, value) select $1 || n, $2 || encode(sha256(n::text::bytea), 'hex') from generate_series(1, 5000) n",
      values: [WORDS, WORDS],
    });
    await writeBackup(
      source.url,
      held.backup,
      () => undefined,
      () => new Date(),
      PASSPHRASE,
    );
    await source.drop();
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });
  afterAll(() => rm(held.folder, { recursive: true }));

  const restore = async (folder: string, passphrase: string | null): Promise<TemporaryDatabase> => {
    const target = await openTemporaryDatabase('none');
    databases.push(target);
    const known = await readMigrations(MIGRATIONS_FOLDER);
    const manifest = await checkBackup(folder, known, () => undefined, passphrase);
    await restoreInto({
      url: target.url,
      folder,
      manifest,
      log,
      progress: () => undefined,
      passphrase,
    });
    return target;
  };
  const findOutcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'restored',
      (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
    );
  const countTables = async (target: TemporaryDatabase | undefined): Promise<number> => {
    const rows = await target?.database.query({
      text: "select 1 from pg_tables where schemaname = 'public'",
    });
    return rows?.length ?? -1;
  };

  it('restores completely with its passphrase, and reveals nothing without it', async () => {
    const target = await restore(held.backup, PASSPHRASE);
    const [row] = await target.database.query<{ count: string }>({
      text: 'select count(*) from server_secret where value like $1',
      values: [`${WORDS}%`],
    });
    expect(row?.count).toBe('5000');
    for (const name of await readdir(held.backup)) {
      const bytes = await readFile(join(held.backup, name));
      expect(bytes.includes(WORDS)).toBe(false);
      // Zstandard's magic number, absent because the files are also encrypted.
      expect(bytes.readUInt32LE(0)).not.toBe(0xfd2fb528);
      expect(bytes.includes(PASSPHRASE)).toBe(false);
    }
  });

  it.each([
    ['a wrong passphrase', `${PASSPHRASE}!`, 'backup-key-wrong'],
    ['no passphrase', null, 'backup-key-missing'],
  ])('fails with %s before anything is written', async (_what, passphrase, code) => {
    expect(await findOutcome(restore(held.backup, passphrase))).toBe(code);
    expect(await countTables(databases[0])).toBe(0);
  });

  it('cannot be replaced by an unencrypted one where a passphrase is given', async () => {
    const plain = join(held.folder, 'plain');
    const source = await openTemporaryDatabase();
    await writeBackup(
      source.url,
      plain,
      () => undefined,
      () => new Date(),
      null,
    );
    await source.drop();
    expect(await findOutcome(restore(plain, PASSPHRASE))).toBe('backup-not-encrypted');
    expect(await countTables(databases[0])).toBe(0);
    expect(await findOutcome(restore(plain, null))).toBe('restored');
  });

  it('fails if its manifest or a file was changed, even with matching hashes', async () => {
    const changed = join(held.folder, 'changed');
    await cp(held.backup, changed, { recursive: true });
    const path = join(changed, MANIFEST_NAME);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"rows": 5000/, '"rows": 4999'));
    expect(await findOutcome(restore(changed, PASSPHRASE))).toBe('backup-damaged');
    await writeFile(path, text);
    const file = join(changed, (await readdir(changed)).find((name) => /secret/.test(name)) ?? '');
    const bytes = await readFile(file);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(file, bytes);
    expect(await findOutcome(restore(changed, PASSPHRASE))).toBe('backup-damaged');
    expect(await countTables(databases[1])).toBe(0);
  });
});

describe('an encrypted stream', () => {
  const chunk = 64 * 1024;
  const encrypt = (plain: Buffer): Promise<Buffer> =>
    buffer(Readable.from([plain]).pipe(encryptStream(key)));
  const decrypt = (sealed: Buffer, pieces = 7_777): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let at = 0; at < sealed.length; at += pieces) parts.push(sealed.subarray(at, at + pieces));
    const decrypting = decryptStream(key);
    return buffer(Readable.from(parts).pipe(decrypting));
  };

  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])(
    'returns %i bytes unchanged for any chunks of the source',
    async (bytes) => {
      const plain = randomBytes(bytes);
      expect((await decrypt(await encrypt(plain))).equals(plain)).toBe(true);
    },
  );

  it('fails if a chunk is missing, moved, duplicated or changed, or if the end is cut off', async () => {
    const sealed = await encrypt(randomBytes(3 * chunk + 5));
    const size = chunk + 16;
    const [first, second, rest] = [
      sealed.subarray(0, size),
      sealed.subarray(size, 2 * size),
      sealed.subarray(2 * size),
    ];
    const flipped = Buffer.from(sealed);
    flipped[5] = (flipped[5] ?? 0) ^ 1;
    for (const wrong of [
      Buffer.concat([second, rest]),
      Buffer.concat([second, first, rest]),
      Buffer.concat([first, first, second, rest]),
      sealed.subarray(0, 2 * size),
      sealed.subarray(0, -1),
      flipped,
    ])
      await expect(decrypt(wrong)).rejects.toThrow();
  });
});

describe('readPassphrase', () => {
  it.each([
    [0o600, 0],
    [0o640, 1],
    [0o644, 1],
  ])('with mode %o writes %i warnings', async (mode, count) => {
    const folder = await mkdtemp(join(tmpdir(), 'yamori-passphrase-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'backup.key');
    await writeFile(file, `${PASSPHRASE}\n`);
    await chmod(file, mode);
    const lines: string[] = [];
    const recording = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    expect(await readPassphrase(file, recording)).toBe(PASSPHRASE);
    expect(lines.filter((line) => line.includes('readable by other users'))).toHaveLength(count);
  });
});
