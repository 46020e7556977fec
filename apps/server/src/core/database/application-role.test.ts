import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../testing/temporary-database.ts';
import { prepareApplicationRole } from './application-role.ts';

const log = pino({ level: 'silent' });
const toExternal = (url: string): string => url.replace('@/', '@localhost/');
async function getRoleName({ database }: TemporaryDatabase): Promise<string> {
  const [row] = await database.query<{ name: string }>({
    text: 'select current_database() as name',
  });
  return `yamori_app_${row?.name ?? ''}`;
}

describe.each([
  ['an external PostgreSQL', false],
  ['the built-in PostgreSQL', true],
])('application role on %s (T36)', (_name, isEmbedded) => {
  let temporary: TemporaryDatabase;
  let client: pg.Client;
  let roleName: string;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    roleName = await getRoleName(temporary);
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
        name: roleName,
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
    "insert into update_history_redaction values ('home', 'updateHistory/1')",
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
    expect(rows).toEqual([{ name: roleName }]);
  });
});

describe('an external PostgreSQL whose role may not create roles', () => {
  let temporary: TemporaryDatabase;
  let roleName: string;
  beforeAll(async () => {
    temporary = await openTemporaryDatabase();
    roleName = await getRoleName(temporary);
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
  const createIfMissing = (role: string) =>
    query(
      `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    );
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

  it.each(['own', 'shared'])(
    'the result warns that a statement can leave the %s role, if it was granted',
    async (kind) => {
      const role = kind === 'own' ? roleName : 'yamori_app';
      await createIfMissing(role);
      await query(`grant ${role} to role_of_owner`);
      const { warning, url } = await prepareAs('role_of_owner');
      expect(warning).toBe('database-role-resettable');
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('select current_user as name');
      await client.end();
      expect(rows).toEqual([{ name: role }]);
      await query(`revoke ${role} from role_of_owner`);
    },
  );

  it('the result warns that nothing is restricted, if it was not granted', async () => {
    expect(await prepareAs('other_role')).toMatchObject({ warning: 'database-role-unrestricted' });
  });
});

describe('two installations in one cluster', () => {
  const opened: TemporaryDatabase[] = [];
  const clients: pg.Client[] = [];
  afterAll(async () => {
    for (const client of clients) await client.end();
    for (const one of opened) await one.drop();
  });
  const open = async (): Promise<TemporaryDatabase> => {
    const temporary = await openTemporaryDatabase();
    opened.push(temporary);
    return temporary;
  };
  const connect = async (url: string): Promise<(text: string) => Promise<string>> => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return (text) =>
      client.query(text).then(
        ({ rowCount }) => `${rowCount} rows`,
        (error: Error & { readonly code?: string }) => error.code ?? error.message,
      );
  };
  const prepare = ({ url }: TemporaryDatabase) =>
    prepareApplicationRole({ url: toExternal(url), isEmbedded: false }, log);
  const getDatabaseName = (url: string): string => /test_[0-9a-f]+/.exec(url)?.[0] ?? '';

  it('the role of one has no rights in the database of the other', async () => {
    const [one, other] = [await open(), await open()];
    const { url } = await prepare(one);
    await prepare(other);
    const otherRole = await getRoleName(other);
    const [own, foreign] = [
      await connect(url),
      await connect(url.replace(`/${getDatabaseName(one.url)}`, `/${getDatabaseName(other.url)}`)),
    ];
    expect(await own('select 1 from documents limit 0')).toBe('0 rows');
    for (const text of [
      'select 1 from documents limit 0',
      'delete from documents',
      `set role ${otherRole}`,
    ])
      expect(await foreign(text), text).toBe('42501');
  });

  it('an update takes the rights of the role that earlier versions shared', async () => {
    const temporary = await open();
    const query = (text: string) => temporary.database.query<Record<string, boolean>>({ text });
    const role = await getRoleName(temporary);
    // As an earlier version leaves them.
    await query(
      `do $$ begin create role yamori_app; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await query(`create role ${role} login noinherit`);
    await query(`grant yamori_app to ${role}`);
    await query('grant usage on schema public to yamori_app');
    await query('grant select, update on all tables in schema public to yamori_app');
    const { warning, url } = await prepare(temporary);
    expect(warning).toBeNull();
    const run = await connect(url);
    expect(await run('select 1 from documents limit 0')).toBe('0 rows');
    expect(await run('set role yamori_app')).toBe('42501');
    expect(
      await query(
        `select has_table_privilege('yamori_app', 'documents', 'select') as reads, has_table_privilege('yamori_app', 'documents', 'update') as writes`,
      ),
    ).toEqual([{ reads: false, writes: false }]);
  });
});
