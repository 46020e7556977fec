import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './database-problem.ts';

/** Migration 166 uses the same name. */
const APPLICATION_ROLE = 'yamori_app';
/** Advisory lock key: any number that no other program on the same database uses. */
const ROLE_LOCK = 7_264_019_384;
const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_ROLE = new Set(['42710', '23505']);
/** Bytes of a name in PostgreSQL. */
const MAX_NAME_LENGTH = 63;

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

const ADVICE: Readonly<Record<RoleWarning, string>> = {
  'database-role-resettable':
    'let the role in DATABASE_URL create roles, and let any role of this database sign in by password',
  'database-role-unrestricted': `let the role in DATABASE_URL create roles, or as a superuser: create role ${APPLICATION_ROLE}; grant ${APPLICATION_ROLE} to the role in DATABASE_URL`,
};

/**
 * Creates the application's role and returns the URL to connect with. The role is not a superuser,
 * owns nothing, and can only read and write rows: it cannot change the schema, or change or delete
 * entries of the update history. With DATABASE_URL, a role of its own signs in, which has no rights
 * but to take the application's role. If the given role may not create roles, the result has a
 * warning and the log says what to do.
 */
export async function prepareApplicationRole(
  { url, isEmbedded }: RoleOptions,
  log: Logger,
): Promise<PreparedRole> {
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-role' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    await createRole(client, isEmbedded);
    await grantRights(client);
    if (isEmbedded) return { url: withUser(url, APPLICATION_ROLE), warning: null };
    const loginUrl = await prepareLogin(client, url);
    if (loginUrl !== null) return { url: loginUrl, warning: null };
    warn('database-role-resettable', null, log);
    return { url: withRole(url), warning: 'database-role-resettable' };
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    warn('database-role-unrestricted', error, log);
    return { url, warning: 'database-role-unrestricted' };
  } finally {
    await client.end();
  }
}

function warn(code: RoleWarning, error: unknown, log: Logger): void {
  const reason = error instanceof Error ? { reason: error.message } : {};
  log.warn(
    { code, ...reason, advice: ADVICE[code] },
    'connected as the table owner, which can change the update history',
  );
}

async function createRole(client: pg.Client, mayLogIn: boolean): Promise<void> {
  const { rows } = await client.query<{ canLogIn: boolean }>(
    'select rolcanlogin as "canLogIn" from pg_roles where rolname = $1',
    [APPLICATION_ROLE],
  );
  const login = mayLogIn ? 'login' : 'nologin';
  if (rows[0] === undefined)
    await client.query(`create role ${APPLICATION_ROLE} ${login}`).catch((error: unknown) => {
      // A server on another database of this cluster may create it concurrently.
      if (!DUPLICATE_ROLE.has(errorCode(error) ?? '')) throw error;
    });
  else if (mayLogIn && !rows[0].canLogIn)
    await client.query(`alter role ${APPLICATION_ROLE} login`);
  const { rows: memberships } = await client.query<{ isMember: boolean }>(
    `select pg_has_role(current_user, $1, 'MEMBER') as "isMember"`,
    [APPLICATION_ROLE],
  );
  if (memberships[0]?.isMember !== true)
    await client.query(`grant ${APPLICATION_ROLE} to current_user`);
}

async function grantRights(client: pg.Client): Promise<void> {
  await client.query(`grant usage on schema public to ${APPLICATION_ROLE}`);
  await client.query(
    `grant select, insert, update, delete on all tables in schema public to ${APPLICATION_ROLE}`,
  );
  await client.query(
    `grant usage, select, update on all sequences in schema public to ${APPLICATION_ROLE}`,
  );
  await client.query(`revoke insert, update, delete on schema_migration from ${APPLICATION_ROLE}`);
}

/**
 * The URL of the role that signs in, one for each database of a cluster. Its password is derived
 * from the owner's, so that all servers of an installation know it. Null if the owner may not
 * create the role, or PostgreSQL does not let it sign in.
 */
async function prepareLogin(client: pg.Client, url: string): Promise<string | null> {
  const name = `${APPLICATION_ROLE}_${client.database ?? ''}`.slice(0, MAX_NAME_LENGTH);
  // Where the owner signs in without a password, so may other roles.
  const password = client.password
    ? createHmac('sha256', client.password).update(name).digest('base64url')
    : null;
  const loginUrl = withRole(withUser(url, name, password));
  if (await canSignIn(loginUrl, name)) return loginUrl;
  if (!(await createLogin(client, name, password))) return null;
  return (await canSignIn(loginUrl, name)) ? loginUrl : null;
}

async function createLogin(
  client: pg.Client,
  name: string,
  password: string | null,
): Promise<boolean> {
  const role = client.escapeIdentifier(name);
  const secret = password === null ? 'null' : client.escapeLiteral(password);
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${role} login noinherit password ${secret}`,
    );
    await client.query(`grant ${APPLICATION_ROLE} to ${role}`);
    return true;
  } catch (error) {
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function canSignIn(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-role' });
  try {
    await client.connect();
    const { rows } = await client.query<{ login: string; role: string }>(
      'select session_user as login, current_user as role',
    );
    return rows[0]?.login === name && rows[0].role === APPLICATION_ROLE;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `URL` cannot parse socket addresses, which have no host. */
function withUser(url: string, name: string, password: string | null = null): string {
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`;
  return url.replace(
    /^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/,
    (_whole, scheme: string) => `${scheme}${encodeURIComponent(name)}${secret}@`,
  );
}

/** Sets the role on every connection, including those that worker threads open. */
function withRole(url: string): string {
  const option = encodeURIComponent(`-c role=${APPLICATION_ROLE}`);
  return /[?&]options=/.test(url)
    ? url.replace(/([?&]options=[^&]*)/, `$1%20${option}`)
    : `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}
