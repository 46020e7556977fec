import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { prepareApplicationRole } from './application-role.ts';

const log = pino({ level: 'silent' });
const toExternal = (url: string): string => url.replace('@/', '@localhost/');

describe.each([
  ['an external PostgreSQL', false],
  ['the built-in PostgreSQL', true],
])('application role on %s (T36)', (_name, isEmbedded) => {
  let temporary: TemporaryDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    const url = isEmbedded ? temporary.url : toExternal(temporary.url);
    const prepared = await prepareApplicationRole({ url, isEmbedded }, log);
    expect(prepared.warning).toBeNull();
    client = new pg.Client({ connectionString: prepared.url });
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

  const CHANGES = [
    "update documents set data = '{\"x\":1}' where collection = 'updateHistory'",
    "delete from documents where path = 'updateHistory/1'",
    "update documents set collection = 'room' where path = 'updateHistory/1'",
    'truncate documents',
    'delete from schema_migration',
  ];

  it.each(CHANGES)('PostgreSQL denies: %s', async (statement) => {
    expect(await run(statement)).toBe('42501');
  });

  it.each(['reset role', 'set role none', 'reset session authorization', 'reset all'])(
    'PostgreSQL denies each of these after “%s”, too',
    async (escape) => {
      expect(await run(escape)).toBe('null rows');
      const denied: string[] = [];
      for (const statement of CHANGES) denied.push(await run(statement));
      await run('set role yamori_app');
      expect(denied).toEqual(CHANGES.map(() => '42501'));
    },
  );

  it('the role reads the update history and writes other documents', async () => {
    expect(await run("select 1 from documents where collection = 'updateHistory'")).toBe('1 rows');
    expect(await run("update documents set data = '{\"x\":1}' where path = 'room/1'")).toBe(
      '1 rows',
    );
    expect(await run("select nextval('document_version')")).toBe('1 rows');
    expect(await run("delete from documents where path = 'room/1'")).toBe('1 rows');
  });

  it('the next server signs in the same way', async () => {
    const url = isEmbedded ? temporary.url : toExternal(temporary.url);
    const again = await prepareApplicationRole({ url, isEmbedded }, log);
    expect(again.warning).toBeNull();
    const next = new pg.Client({ connectionString: again.url });
    await next.connect();
    const { rows } = await next.query('select current_user as name');
    await next.end();
    expect(rows).toEqual([{ name: 'yamori_app' }]);
  });
});

describe('an external PostgreSQL whose role may not create roles', () => {
  let temporary: TemporaryDatabase;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    await prepareApplicationRole({ url: toExternal(temporary.url), isEmbedded: false }, log);
    const [database] = await query<{ name: string }>('select current_database() as name');
    await query(`drop role yamori_app_${database?.name ?? ''}`);
    await query('create role role_of_owner login');
    await query(`grant role_of_owner to ${await currentUser()}`);
    await query(
      `do $$ declare made record; begin
        for made in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and (c.relkind in ('r', 'p', 'v')
          or (c.relkind = 'S' and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))))
        loop execute format('alter table public.%I owner to role_of_owner', made.relname); end loop;
        alter schema public owner to role_of_owner; end $$`,
    );
    await query('create role other_role login');
  });
  afterAll(async () => {
    await temporary.drop();
    const left = await openTemporaryDatabase('none');
    for (const role of ['role_of_owner', 'other_role'])
      await left.database.query({ text: `drop role ${role}` });
    await left.drop();
  });
  const query = <Row extends object>(text: string) => temporary.database.query<Row>({ text });
  const currentUser = async () =>
    (await query<{ name: string }>('select current_user as name'))[0]?.name ?? '';
  const prepareAs = (role: string) =>
    prepareApplicationRole(
      {
        url: toExternal(temporary.url).replace(/\/\/[^@]*@/, `//${role}@`),
        isEmbedded: false,
      },
      log,
    );

  it('the result warns that a statement can leave the role, if it was granted', async () => {
    await query('grant yamori_app to role_of_owner');
    const { warning, url } = await prepareAs('role_of_owner');
    expect(warning).toBe('database-role-resettable');
    expect(url).toContain('role%3Dyamori_app');
  });

  it('the result warns that nothing is restricted, if it was not granted', async () => {
    expect(await prepareAs('other_role')).toMatchObject({ warning: 'database-role-unrestricted' });
  });
});
