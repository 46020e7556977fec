import pg from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './database-problem.ts';

/** Migration 166 uses the same name. */
const APPLICATION_ROLE = 'yamori_app';
/** Advisory lock key: any number that no other program on the same database uses. */
const ROLE_LOCK = 7_264_019_384;
const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_ROLE = new Set(['42710', '23505']);

type RoleOptions = {
  /** Connects as the role that runs migrations and owns the tables. */
  readonly url: string;
  /** True for the built-in PostgreSQL, where the application's role logs in without a password. */
  readonly isEmbedded: boolean;
};

/**
 * Creates the application's role and returns the URL to connect with. The role is not a superuser,
 * owns nothing, and can only read and write rows: it cannot change the schema, or change or delete
 * entries of the update history. If the given role may not create roles, returns the given URL and
 * logs what to do.
 */
export async function prepareApplicationRole(
  { url, isEmbedded }: RoleOptions,
  log: Logger,
): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'yamori-role' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    await createRole(client, isEmbedded);
    await grantRights(client);
    return isEmbedded ? withUser(url) : withRole(url);
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    log.warn(
      {
        code: 'database-role-unrestricted',
        reason: error instanceof Error ? error.message : String(error),
        advice: `as a superuser: create role ${APPLICATION_ROLE}; grant ${APPLICATION_ROLE} to the role in DATABASE_URL`,
      },
      'connected as the table owner, which can change the update history',
    );
    return url;
  } finally {
    await client.end();
  }
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

/** `URL` cannot parse socket addresses, which have no host. */
const withUser = (url: string): string =>
  url.replace(/^postgres:\/\/[^@/]*@/, `postgres://${APPLICATION_ROLE}@`);

/** Sets the role on every connection, including those that worker threads open. */
function withRole(url: string): string {
  const option = encodeURIComponent(`-c role=${APPLICATION_ROLE}`);
  return /[?&]options=/.test(url)
    ? url.replace(/([?&]options=[^&]*)/, `$1%20${option}`)
    : `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}
