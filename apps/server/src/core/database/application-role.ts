import pg from 'pg';
import type { Logger } from 'pino';
import { errorCode } from './database-problem.ts';

/** Migration 166 names it too. */
const APPLICATION_ROLE = 'yamori_app';
/** Any fixed number that no other program on the same database takes. */
const ROLE_LOCK = 7_264_019_384;
const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_ROLE = new Set(['42710', '23505']);

type RoleOptions = {
  /** The role of migrations, which owns the tables. */
  readonly url: string;
  /** The built-in PostgreSQL, where the role of the application signs in by itself. */
  readonly isEmbedded: boolean;
};

/**
 * Creates the role that the application works as, and gives the address to connect with. The role
 * is no superuser, owns nothing, and reads and writes rows; it cannot change the schema, nor change
 * or delete entries of the update history. On a PostgreSQL whose role may create none, the address
 * is the given one and the log says what to do.
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
      'the application works as the owner of its tables, which can change the update history',
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
      // A server on another database of this cluster created it at the same moment.
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

/** Socket addresses have no host before the path, which `URL` would not read. */
const withUser = (url: string): string =>
  url.replace(/^postgres:\/\/[^@/]*@/, `postgres://${APPLICATION_ROLE}@`);

/** Every connection of this address works as the role, also those of threads. */
function withRole(url: string): string {
  const option = encodeURIComponent(`-c role=${APPLICATION_ROLE}`);
  return /[?&]options=/.test(url)
    ? url.replace(/([?&]options=[^&]*)/, `$1%20${option}`)
    : `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}
