import { randomUUID } from 'node:crypto';
import { LANGUAGES, ProblemError, type Language } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { endSessions, type SessionEnding } from '../sessions/session-end.ts';
import { isUniqueViolation } from '../../../core/database/database-problem.ts';

export type Account = {
  readonly userId: string;
  /** Null for guests and for users of a provider that sends none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly hasPassword: boolean;
  /** Has a password, or had one that a manager removed. */
  readonly hasPasswordMethod: boolean;
  /** Has a password, a provider or a passkey. */
  readonly hasSignInMethod: boolean;
  readonly language: Language | null;
};

export type NewAccount = {
  readonly userId: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** Null: unknown. */
  readonly language: Language | null;
  /** Null: no sign-in method until one is linked. */
  readonly passwordHash: string | null;
};

type Row = Omit<Account, 'language'> & { language: string | null };

const ACCOUNT = `select u.id as "userId", u.email, u.email_verified as "isEmailVerified", u.name, u.language,
    exists (select 1 from auth_account a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null) as "hasPassword",
    exists (select 1 from auth_account a where a.user_id = u.id and a.provider_id = 'credential') as "hasPasswordMethod",
    exists (select 1 from auth_account a where a.user_id = u.id) or exists (select 1 from auth_passkey p where p.user_id = u.id) as "hasSignInMethod"
  from auth_user u`;

export const newUserId = (): string => randomUUID();

export async function findAccount(queries: Queries, userId: string): Promise<Account | null> {
  return (await findAccounts(queries, [userId])).get(userId) ?? null;
}

/** Reads the existing accounts among `userIds` in one statement. */
export async function findAccounts(
  queries: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const rows = await queries.query<Row>({
    name: 'find_account',
    text: `${ACCOUNT} where u.id = any($1)`,
    values: [userIds],
  });
  return new Map(
    rows.map((row) => [row.userId, { ...row, language: parseLanguage(row.language) }]),
  );
}

export async function findAccountByEmail(queries: Queries, email: string): Promise<Account | null> {
  const [row] = await queries.query<Row>({
    name: 'find_account_by_email',
    text: `${ACCOUNT} where u.email = $1`,
    values: [email.toLowerCase()],
  });
  return row === undefined ? null : { ...row, language: parseLanguage(row.language) };
}

export async function findUserId(queries: Queries, email: string): Promise<string | null> {
  const [user] = await queries.query<{ id: string }>({
    name: 'find_user_id_by_email',
    text: 'select id from auth_user where email = $1',
    values: [email.toLowerCase()],
  });
  return user?.id ?? null;
}

export async function insertAccount(
  queries: Queries,
  account: NewAccount,
  at: Date,
): Promise<void> {
  const [row] = await queries.query<{ id: string }>({
    name: 'insert_account',
    text: `insert into auth_user (id, name, email, email_verified, language, anonymous, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
      on conflict (email) do nothing returning id`,
    values: [
      account.userId,
      account.name,
      account.email?.toLowerCase() ?? null,
      account.isEmailVerified,
      account.language,
      account.passwordHash === null,
      at,
    ],
  });
  if (row === undefined) throw new ProblemError('account-exists', { place: 'email' });
  if (account.passwordHash === null) return;
  await insertPassword(queries, account.userId, { hash: account.passwordHash, isShort: false }, at);
}

/** Adds a password to an account without one. `isShort`: long enough only with a second factor. */
export async function insertPassword(
  queries: Queries,
  userId: string,
  { hash, isShort }: { readonly hash: string; readonly isShort: boolean },
  at: Date,
): Promise<void> {
  await queries.query({
    name: 'insert_account_password',
    text: `insert into auth_account (id, account_id, provider_id, user_id, password, short_password, created_at, updated_at) values ($1, $2, 'credential', $2, $3, $4, $5, $5)`,
    values: [randomUUID(), userId, hash, isShort, at],
  });
}

export async function putEmail(
  queries: Queries,
  userId: string,
  email: string,
  at: Date,
): Promise<void> {
  try {
    await queries.query({
      name: 'update_account_email',
      text: 'update auth_user set email = $2, email_verified = true, updated_at = $3 where id = $1',
      values: [userId, email.toLowerCase(), at],
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ProblemError('account-exists', { place: 'email' });
    throw error;
  }
}

/**
 * Deletes all sign-in methods, factors, sessions and pending sign-ins of an account. The account
 * itself stays.
 */
export async function deleteSignInMethods(
  queries: Queries,
  userId: string,
  ending: SessionEnding,
): Promise<void> {
  for (const text of [
    'delete from auth_account where user_id = $1',
    'delete from auth_passkey where user_id = $1',
    'delete from auth_totp where user_id = $1',
    'delete from auth_backup_code where user_id = $1',
  ])
    await queries.query({ text, values: [userId] });
  await dropSessions(queries, userId, null, ending);
}

/** `ending` is the reason that the browsers of these sessions get. */
export async function dropSessions(
  queries: Queries,
  userId: string,
  exceptSessionId: string | null,
  ending: SessionEnding,
): Promise<void> {
  await endSessions(queries, { userId, exceptSessionId }, ending);
  await queries.query({
    name: 'delete_pending_of_user',
    text: 'delete from auth_pending where user_id = $1',
    values: [userId],
  });
}

/** Null for a language of another version. */
const parseLanguage = (text: string | null): Language | null =>
  LANGUAGES.find((language) => language === text) ?? null;
