import { hasCode, ProblemError } from '@yamori/domain/problem';
import type { ProblemCode } from '@yamori/domain';

/** Seconds until a client should retry while the database is unreachable. */
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
 * 25P03 idle in a transaction for too long, 57014 statement timeout.
 */
const CONNECTION_STATES = /^(08...|57P0[1-5]|53300|25P03|57014)$/;
/** SQLSTATE `disk_full`; the transaction wrote nothing. */
const DISK_FULL = '53100';
const FULL_RETRY_SECONDS = 60;
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|connection error and is not queryable/i;

/**
 * Returns a problem for a database that is unreachable or out of disk space, or null for an error
 * of the statement itself.
 */
export function asUnavailable(error: unknown): ProblemError | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (code === DISK_FULL)
    return new ProblemError('storage-full-unavailable', { retryAfterSeconds: FULL_RETRY_SECONDS });
  const lost =
    code === null
      ? CONNECTION_MESSAGES.test(error.message)
      : CONNECTION_ERRORS.has(code) || CONNECTION_STATES.test(code);
  return lost ? databaseUnavailable() : null;
}

export const databaseUnavailable = (): ProblemError =>
  new ProblemError('database-unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Problems that end when the database is back: the same request may succeed later. */
const TEMPORARY_PROBLEMS: readonly ProblemCode[] = [
  'database-unavailable',
  'storage-full-unavailable',
];

/** Whether to retry the same request later. A conflict with another writer is not temporary. */
export const isTemporary = (error: unknown): boolean => hasCode(error, ...TEMPORARY_PROBLEMS);

/** SQLSTATE classes of temporary failures: connection, conflict, resources, operator, system. */
const TEMPORARY_STATES = /^(08|25|40|53|55|57|58|XX)/;

/**
 * Whether to retry a write that must not be lost: after every failure except a problem or a
 * statement that would fail again.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ProblemError) return isTemporary(error);
  const code = errorCode(error);
  return code === null || !/^[0-9A-Z]{5}$/.test(code) || TEMPORARY_STATES.test(code);
}

/** SQLSTATE of a serialization failure and of a deadlock: PostgreSQL asks for a retry. */
const CONTENTION_STATES: readonly string[] = ['40001', '40P01'];

/** Whether to retry the transaction immediately. */
export const isContention = (error: unknown): boolean =>
  CONTENTION_STATES.includes(errorCode(error) ?? '');

/** SQLSTATE `unique_violation`. */
const UNIQUE_VIOLATION = '23505';

export const isUniqueViolation = (error: unknown): boolean => errorCode(error) === UNIQUE_VIOLATION;

/** Error code of the system or PostgreSQL (`ECONNREFUSED`, `23505`), or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** Formats an address for logs and terminals: user, host and database, never the password. */
export function withoutPassword(url: string): string {
  try {
    const address = new URL(url.replace('@/', '@local-socket/'));
    return `${address.protocol}//${address.username === '' ? '' : `${address.username}@`}${address.host}${address.pathname}`;
  } catch {
    return '(not an address)';
  }
}

/** SQLSTATE class 28: authentication failed; 3D000: no such database. */
const ADDRESS_STATES = /^(28...|3D000)$/;

/** Whether an error concerns the connection, rather than a statement or a file. */
export function isAddressProblem(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code !== null &&
    (ADDRESS_STATES.test(code) ||
      CONNECTION_STATES.test(code) ||
      (CONNECTION_ERRORS.has(code) && !(error instanceof Error && 'path' in error)))
  );
}

/** Problem for an address that fails at startup: which address, why, and what to do. */
export function explainConnection(url: string, error: unknown): ProblemError {
  const code = errorCode(error);
  return new ProblemError('database-connection-failed', {
    place: 'DATABASE_URL',
    details: {
      address: withoutPassword(url),
      reason: getReason(code, error),
      advice: getAdvice(code),
    },
  });
}

function getReason(code: string | null, error: unknown): string {
  // Quote only PostgreSQL's own messages: others may contain the address with its password.
  if (code !== null && /^[0-9A-Z]{5}$/.test(code) && error instanceof Error) return error.message;
  return code ?? 'no answer';
}

function getAdvice(code: string | null): string {
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
