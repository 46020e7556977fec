import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migration-runner.ts';

const log = pino({ level: 'silent' });

describe('migrate', () => {
  const held: { temporary?: TemporaryDatabase; folder?: string } = {};
  const temporary = (): TemporaryDatabase => held.temporary ?? expect.fail('no database');
  const folder = (): string => held.folder ?? expect.fail('no folder');
  beforeEach(async () => {
    held.temporary = await openTemporaryDatabase();
    // Numbers above the product's migrations, which the copied database already has.
    held.folder = await mkdtemp(join(tmpdir(), 'yamori-migrations-'));
    for (const { name, text } of await readMigrations(MIGRATIONS_FOLDER))
      await writeFile(join(held.folder, name), text);
  });
  afterEach(async () => {
    await held.temporary?.drop();
    if (held.folder !== undefined) await rm(held.folder, { recursive: true });
  });
  const add = (name: string, text: string) => writeFile(join(folder(), name), text);
  const run = async () =>
    (await migrate(temporary().url, folder(), log)).map((migration) => migration.name);
  const rows = <Row extends object>(text: string) => temporary().database.query<Row>({ text });

  it('runs each file once, in numeric order', async () => {
    await add('902-second.sql', "insert into made values ('second')");
    await add('901-first.sql', "create table made (name text); insert into made values ('first')");
    expect(await run()).toEqual(['901-first.sql', '902-second.sql']);
    expect(await run()).toEqual([]);
    expect(await rows('select name from made')).toEqual([{ name: 'first' }, { name: 'second' }]);
  });

  it('runs each file once when several servers start together', async () => {
    await add(
      '901-slow.sql',
      "create table made (name text); select pg_sleep(0.2); insert into made values ('once')",
    );
    const done = await Promise.all([run(), run(), run()]);
    expect(done.flat()).toEqual(['901-slow.sql']);
    expect(await rows('select name from made')).toEqual([{ name: 'once' }]);
  });

  it('rolls back a file that fails, and names it', async () => {
    await add('901-half.sql', 'create table half (id integer); select nonsense');
    await expect(run()).rejects.toThrow(/901-half\.sql failed: .*nonsense/);
    expect(await rows("select tablename from pg_tables where tablename = 'half'")).toEqual([]);
    await add('901-half.sql', 'create table half (id integer)');
    expect(await run()).toEqual(['901-half.sql']);
  });

  it('rejects an applied file that was changed, but accepts other line endings', async () => {
    await add('901-kept.sql', 'create table kept (id integer);\n-- why\n');
    await run();
    await add('901-kept.sql', 'create table kept (id integer);\r\n-- why\r\n');
    expect(await run()).toEqual([]);
    await add('901-kept.sql', 'create table kept (id bigint);\n');
    await expect(run()).rejects.toMatchObject({
      problem: { code: 'migration-changed', place: '901-kept.sql' },
    });
  });

  it('rejects a database that a newer version has used', async () => {
    await add('901-newer.sql', 'select 1');
    await run();
    await rm(join(folder(), '901-newer.sql'));
    await expect(run()).rejects.toMatchObject({
      problem: { code: 'migration-unknown', place: '901-newer.sql' },
    });
  });

  it('rejects invalid file names and duplicate numbers', async () => {
    await add('903-Wrong Name.sql', '');
    await expect(run()).rejects.toMatchObject({ problem: { code: 'migration-file-name' } });
    await rm(join(folder(), '903-Wrong Name.sql'));
    await add('904-one.sql', '');
    await add('904-two.sql', '');
    await expect(run()).rejects.toMatchObject({ problem: { code: 'migration-number-twice' } });
  });
});
