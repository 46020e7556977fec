import { ProblemError, refuse } from '@yamori/domain/problem';

/** Seconds after which a caller may try again while the database cannot be reached. */
const RETRY_AFTER_SECONDS = 2;

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/**
 * SQLSTATE: class 08 connection, 57P01-57P05 shutting down or starting, 53300 too many connections,
 * 25P03 idle in a transaction for too long.
 */
const CONNECTION_STATES = /^(08...|57P0[1-5]|53300|25P03)$/;
/** SQLSTATE: what was to be written is not, and nothing of its transaction. */
const DISK_FULL = '53100';
const FULL_RETRY_SECONDS = 60;
const CONNECTION_WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection error and is not queryable/i;

/**
 * A named problem for a database that does not answer or has no room left; null for an error of the
 * statement itself.
 */
export function asUnavailable(error: unknown): ProblemError | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (code === DISK_FULL)
    return refuse('storage-full-unavailable', { retryAfterSeconds: FULL_RETRY_SECONDS });
  const lost =
    code === null
      ? CONNECTION_WORDS.test(error.message)
      : CONNECTION_ERRORS.has(code) || CONNECTION_STATES.test(code);
  return lost ? databaseUnavailable() : null;
}

export const databaseUnavailable = (): ProblemError =>
  refuse('database-unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

const PASSING = new Set(['database-unavailable', 'storage-full-unavailable']);

/**
 * "Not now" rather than "not this": what was asked may be done later, word for word, and nothing of
 * it is to be given up.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof ProblemError && PASSING.has(error.problem.code);

/** The system's or PostgreSQL's code of an error (`ECONNREFUSED`, `23505`), or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/**
 * What stands in a log or on a terminal instead of an address: user, host and database, never the
 * password.
 */
export function withoutPassword(url: string): string {
  try {
    const address = new URL(url.replace('@/', '@local-socket/'));
    return `${address.protocol}//${address.username === '' ? '' : `${address.username}@`}${address.host}${address.pathname}`;
  } catch {
    return '(not an address)';
  }
}

/** 28: who may not come in; 3D000: no such database. */
const ADDRESS_STATES = /^(28...|3D000)$/;

/** Whether an error speaks of the way to the database, and not of a statement or of a file. */
export function isOfAddress(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code !== null &&
    (ADDRESS_STATES.test(code) ||
      CONNECTION_STATES.test(code) ||
      (CONNECTION_ERRORS.has(code) && !(error instanceof Error && 'path' in error)))
  );
}

/** One sentence of who, what and what to do, for an address that cannot be used at start. */
export function explainConnection(url: string, error: unknown): ProblemError {
  const code = errorCode(error);
  return refuse('database-connection-failed', {
    place: 'DATABASE_URL',
    details: {
      address: withoutPassword(url),
      reason: reasonOf(code, error),
      advice: adviceFor(code),
    },
  });
}

function reasonOf(code: string | null, error: unknown): string {
  // Only the server's own message: others may quote the address with its password.
  if (code !== null && /^[0-9A-Z]{5}$/.test(code) && error instanceof Error) return error.message;
  return code ?? 'no answer';
}

function adviceFor(code: string | null): string {
  switch (code ?? '') {
    case '28P01':
    case '28000':
      return 'check the user and the password';
    case '3D000':
      return 'create the database first, or correct its name';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'check the host name';
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'check host and port, and that PostgreSQL runs there';
    default:
      return 'check the address, or leave DATABASE_URL out to use the built-in PostgreSQL';
  }
}
