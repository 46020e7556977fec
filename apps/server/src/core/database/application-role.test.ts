import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { prepareApplicationRole } from './application-role.ts';

const log = pino({ level: 'silent' });

describe.each([
  ['an external PostgreSQL', false],
  ['the built-in PostgreSQL', true],
])('application role on %s (T36)', (_name, isEmbedded) => {
  let temporary: TemporaryDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    const url = isEmbedded ? temporary.url : temporary.url.replace('@/', '@localhost/');
    const applicationUrl = await prepareApplicationRole({ url, isEmbedded }, log);
    client = new pg.Client({ connectionString: applicationUrl });
    await client.connect();
    await client.query(
      `insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
       select 'home', collection || '/1', collection, '', '1', '{}', '{}', '{}', now(), now(), 1 from unnest(array['updateHistory', 'room']) collection`,
    );
  });
  afterAll(async () => {
    await client.end();
    await temporary.drop();
  });
  const run = (text: string): Promise<string> =>
    client.query(text).then(
      ({ rowCount }) => `${rowCount} rows`,
      (error: Error & { readonly code?: string }) => error.code ?? error.message,
    );

  it('the role is not a superuser, owns nothing and cannot create tables', async () => {
    const { rows } = await client.query(
      'select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([
      {
        name: 'yamori_app',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
      },
    ]);
    expect(await run('create table mine (id integer)')).toBe('42501');
    expect(await run('alter table documents disable trigger all')).toBe('42501');
    expect(await run('set session_replication_role = replica')).toBe('42501');
  });

  it.each([
    ["update documents set data = '{\"x\":1}' where collection = 'updateHistory'"],
    ["delete from documents where path = 'updateHistory/1'"],
    ["update documents set collection = 'room' where path = 'updateHistory/1'"],
    ['truncate documents'],
    ['delete from schema_migration'],
  ])('PostgreSQL denies: %s', async (statement) => {
    expect(await run(statement)).toBe('42501');
  });

  it('the role reads the update history and writes other documents', async () => {
    expect(await run("select 1 from documents where collection = 'updateHistory'")).toBe('1 rows');
    expect(await run("update documents set data = '{\"x\":1}' where path = 'room/1'")).toBe(
      '1 rows',
    );
    expect(await run("select nextval('document_version')")).toBe('1 rows');
    expect(await run("delete from documents where path = 'room/1'")).toBe('1 rows');
  });
});
