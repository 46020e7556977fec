import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './database-problem.ts';

/** The role of earlier versions, which all installations of a cluster shared. */
const SHARED_ROLE = 'yamori_app';
/** Advisory lock key: any number that no other program on the same database uses. */
const ROLE_LOCK = 7_264_019_384;
const INSUFFICIENT_PRIVILEGE = '42501';
/** Bytes of a name in PostgreSQL. */
const MAX_NAME_BYTES = 63;

type RoleOptions = {
  /** Connects as the role that runs migrations and owns the tables. */
  readonly url: string;
  /** True for the built-in PostgreSQL, where the application's role logs in without a password. */
  readonly isEmbedded: boolean;
};

/**
 * `database-role-resettable`: connected as the owner with the rights of the application's role,
 * which a statement can leave by `reset role`. `database-role-unrestricted`: connected as the
 * owner.
 */
export type RoleWarning = 'database-role-resettable' | 'database-role-unrestricted';

type PreparedRole = { readonly url: string; readonly warning: RoleWarning | null };

/**
 * Creates the application's role and returns the URL to connect with. The role is not a superuser,
 * owns nothing, and can only read and write rows: it cannot change the schema, or change or delete
 * entries of the update history. Each database of a cluster has its own, which has no rights in the
 * others. If the given role may not create roles, the result has a warning and the log says what to
 * do.
 */
export async function prepareApplicationRole(
  options: RoleOptions,
  log: Logger,
): Promise<PreparedRole> {
  const { url } = options;
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-role' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    const prepared = await prepareRole(client, options).catch((error: unknown) => {
      if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      return { url, warning: 'database-role-unrestricted' as const };
    });
    if (prepared.warning !== null) warn(prepared.warning, getRoleName(client), log);
    return prepared;
  } finally {
    await client.end();
  }
}

async function prepareRole(
  client: pg.Client,
  { url, isEmbedded }: RoleOptions,
): Promise<PreparedRole> {
  const name = getRoleName(client);
  // Where the owner signs in without a password, so may other roles. All servers of an installation
  // derive the same password.
  const password =
    isEmbedded || !client.password
      ? null
      : createHmac('sha256', client.password).update(name).digest('base64url');
  const loginUrl = withUser(url, name, password);
  const isReady = await canSignIn(loginUrl, name);
  if (isReady || (await createLogin(client, name, password))) {
    await grantRights(client, name);
    await revokeShared(client, name);
    if (isReady || (await canSignIn(loginUrl, name))) return { url: loginUrl, warning: null };
    await becomeMember(client, name);
  }
  const role = await findMembership(client, [name, SHARED_ROLE]);
  if (role === null) return { url, warning: 'database-role-unrestricted' };
  await grantRights(client, role);
  return { url: withRole(url, role), warning: 'database-role-resettable' };
}

/** Names over the limit end in a hash, so that those of two databases differ. */
function getRoleName({ database = '' }: pg.Client): string {
  const name = `${SHARED_ROLE}_${database}`;
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  return `${SHARED_ROLE}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}

function warn(code: RoleWarning, name: string, log: Logger): void {
  const advice =
    code === 'database-role-resettable'
      ? 'let the role in DATABASE_URL create roles, and let any role of this database sign in by password'
      : `let the role in DATABASE_URL create roles, or as a superuser: create role "${name}"; grant "${name}" to the role in DATABASE_URL`;
  log.warn({ code, advice }, 'connected as the table owner, which can change the update history');
}

/** False if the owner may not create the role or let it sign in. */
async function createLogin(
  client: pg.Client,
  name: string,
  password: string | null,
): Promise<boolean> {
  const secret = password === null ? 'null' : client.escapeLiteral(password);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
  return isPermitted(
    client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${client.escapeIdentifier(name)} login noinherit password ${secret}`,
    ),
  );
}

/** False if the owner lacks the privilege. */
async function isPermitted(statement: Promise<unknown>): Promise<boolean> {
  try {
    await statement;
    return true;
  } catch (error) {
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function grantRights(client: pg.Client, name: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  await client.query(`grant usage on schema public to ${role}`);
  await client.query(
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
  );
  await client.query(`grant usage, select, update on all sequences in schema public to ${role}`);
  // A row in update_history_redaction makes the owner erase values from the history.
  await client.query(
    `revoke insert, update, delete on schema_migration, update_history_redaction from ${role}`,
  );
}

/** Takes from the shared role its rights in this database, and from our role those of others. */
async function revokeShared(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ hasRights: boolean; isMember: boolean }>(
    `select has_table_privilege(oid, 'schema_migration', 'select') as "hasRights",
      pg_has_role($2, oid, 'MEMBER') as "isMember" from pg_roles where rolname = $1`,
    [SHARED_ROLE, name],
  );
  if (rows[0]?.hasRights === true)
    await client.query(
      `revoke all on all tables in schema public from ${SHARED_ROLE};
       revoke all on all sequences in schema public from ${SHARED_ROLE};
       revoke usage on schema public from ${SHARED_ROLE}`,
    );
  if (rows[0]?.isMember === true)
    await isPermitted(client.query(`revoke ${SHARED_ROLE} from ${client.escapeIdentifier(name)}`));
}

async function becomeMember(client: pg.Client, name: string): Promise<void> {
  if ((await findMembership(client, [name])) === null)
    await isPermitted(client.query(`grant ${client.escapeIdentifier(name)} to current_user`));
}

/** The first of these roles that the owner can take; null if there is none. */
async function findMembership(client: pg.Client, names: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname = any ($1) and pg_has_role(current_user, oid, 'MEMBER')
      order by array_position($1::text[], rolname::text) limit 1`,
    [names],
  );
  return rows[0]?.name ?? null;
}

async function canSignIn(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-role' });
  try {
    await client.connect();
    const { rows } = await client.query<{ login: string; role: string }>(
      'select session_user as login, current_user as role',
    );
    return rows[0]?.login === name && rows[0].role === name;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `URL` cannot parse socket addresses, which have no host. */
function withUser(url: string, name: string, password: string | null): string {
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`;
  return url.replace(
    /^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/,
    (_whole, scheme: string) => `${scheme}${encodeURIComponent(name)}${secret}@`,
  );
}

/** Sets the role on every connection, including those that worker threads open. */
function withRole(url: string, name: string): string {
  const option = encodeURIComponent(`-c role=${name.replace(/[\\ ]/g, '\\$&')}`);
  return /[?&]options=/.test(url)
    ? url.replace(/([?&]options=[^&]*)/, `$1%20${option}`)
    : `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}
