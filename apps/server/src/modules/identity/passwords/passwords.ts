import { MIN_LENGTH_WITH_FACTOR, MIN_NEW_PASSWORD_LENGTH, ProblemError } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { NotifyOwner } from '../security-emails.ts';
import { lockOwner, lockUser, type AccountOwner } from '../account-owner.ts';
import { readAccountStatus } from '../account-status.ts';
import { dropSessions, insertPassword } from '../registration/accounts.ts';
import { getPasswordKey, type LoginThrottle } from './login-throttle.ts';
import type { PasswordHashing } from './password-hashing.ts';
import type { AssertPasswordAllowed } from './password-rule.ts';

type PasswordOptions = {
  readonly database: Database;
  readonly hashing: PasswordHashing;
  readonly throttle: LoginThrottle;
  readonly assertPasswordAllowed: AssertPasswordAllowed;
  readonly now: () => Date;
  readonly notifyOwner: NotifyOwner;
};

export type Passwords = ReturnType<typeof createPasswords>;

type PasswordVerdict =
  | { readonly kind: 'right'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly userId: string | null };

type PasswordChange = { readonly current: string | null; readonly password: string };

type Owner = { readonly email: string | null; readonly name: string; readonly hash: string | null };

/**
 * Checks an address and its password. Takes as long for an unknown address as for a wrong password.
 */
export async function verifyPassword(
  { database, hashing }: Pick<PasswordOptions, 'database' | 'hashing'>,
  email: string,
  password: string,
): Promise<PasswordVerdict> {
  const [found] = await database.query<{ userId: string; hash: string | null }>({
    name: 'find_password_by_email',
    text: `select u.id as "userId", a.password as hash from auth_user u
      left join auth_account a on a.user_id = u.id and a.provider_id = 'credential' where u.email = $1`,
    values: [email.toLowerCase()],
  });
  const hash = found?.hash ?? null;
  if (found === undefined || hash === null) {
    await hashing.hash(password);
    return { kind: 'wrong', userId: found?.userId ?? null };
  }
  const isRight = await hashing.verify(hash, password);
  return { kind: isRight ? 'right' : 'wrong', userId: found.userId };
}

/** Passwords of existing accounts: verification and change. */
export function createPasswords({
  database,
  hashing,
  throttle,
  assertPasswordAllowed,
  now,
  notifyOwner,
}: PasswordOptions) {
  const readOwner = async (userId: string, queries: Queries = database): Promise<Owner> => {
    const [owner] = await queries.query<Owner>({
      name: 'find_password_owner',
      text: `select u.email, coalesce(m.data->>'name', u.name) as name, a.password as hash from auth_user u
        left join auth_account a on a.user_id = u.id and a.provider_id = 'credential' left join documents m on m.path = 'staff/' || u.id where u.id = $1`,
      values: [userId],
    });
    if (owner === undefined) throw new ProblemError('entry-not-found');
    return owner;
  };
  const minLength = async (userId: string): Promise<number> =>
    (await readAccountStatus(database, userId))?.hasSecondFactor === true
      ? MIN_LENGTH_WITH_FACTOR
      : MIN_NEW_PASSWORD_LENGTH;
  /** Checks and hashes a new password. The returned function stores it in a transaction. */
  const prepare = async (
    userId: string,
    password: string,
    least: number,
  ): Promise<(queries: Queries) => Promise<void>> => {
    const { email, name } = await readOwner(userId);
    assertPasswordAllowed(password, { about: [email ?? '', name], minLength: least });
    const isShort = Array.from(password.normalize('NFC')).length < MIN_NEW_PASSWORD_LENGTH;
    const hash = await hashing.hash(password);
    return (queries) => storePassword(queries, userId, { hash, isShort }, now());
  };

  /** Counted per session, so that strangers who know the address cannot lock out the owner. */
  const proveOwner = async (
    { userId, sessionId }: AccountOwner,
    { email, hash }: Owner,
    [place, password]: readonly [place: string, password: string],
    address: string,
  ): Promise<void> => {
    const account = getPasswordKey(email ?? userId);
    await throttle.attempt({ account, address, device: sessionId }, async () => {
      if (hash !== null && (await hashing.verify(hash, password))) return;
      await throttle.recordFailure(account);
      throw new ProblemError('password-wrong', { place });
    });
  };

  return {
    minLength,

    /** Hashes a new password for an account without a second factor. */
    hashNew: async (password: string, about: readonly string[]): Promise<string> => {
      assertPasswordAllowed(password, { about, minLength: MIN_NEW_PASSWORD_LENGTH });
      return hashing.hash(password);
    },

    has: async (userId: string): Promise<boolean> => (await readOwner(userId)).hash !== null,

    /** Verifies that the password is this member's. */
    prove: async (owner: AccountOwner, password: string, address: string): Promise<void> =>
      proveOwner(owner, await readOwner(owner.userId), ['password', password], address),

    prepare,

    /**
     * Removes the password; a new one may be set later. The caller's transaction holds the user's
     * lock.
     */
    takeAway: async (queries: Queries, userId: string): Promise<void> => {
      await queries.query({
        name: 'clear_password',
        text: `update auth_account set password = null, short_password = false, updated_at = $2 where user_id = $1 and provider_id = 'credential'`,
        values: [userId, now()],
      });
    },

    /**
     * Replaces the password and ends all other sessions. Requires the current password if there is
     * one.
     */
    change: async (
      owner: AccountOwner,
      { current, password }: PasswordChange,
      address: string,
    ): Promise<void> => {
      const { userId, sessionId } = owner;
      const before = await readOwner(userId);
      const { email, hash } = before;
      if (hash !== null) await proveOwner(owner, before, ['current', current ?? ''], address);
      const store = await prepare(userId, password, await minLength(userId));
      await database.transaction(async (queries) => {
        await lockOwner(queries, owner);
        // The password may have changed since it was verified.
        if ((await readOwner(userId, queries)).hash !== hash)
          throw new ProblemError('confirmation-failed');
        await store(queries);
        await dropSessions(queries, userId, sessionId, { reason: 'passwordChanged', at: now() });
        await notifyOwner(queries, userId, { kind: 'passwordChanged' });
      });
      await throttle.unlock(getPasswordKey(email ?? userId));
    },
  };
}

async function storePassword(
  queries: Queries,
  userId: string,
  { hash, isShort }: { readonly hash: string; readonly isShort: boolean },
  at: Date,
): Promise<void> {
  await lockUser(queries, userId);
  const changed = await queries.query({
    name: 'update_password',
    text: `update auth_account set password = $2, short_password = $3, updated_at = $4 where user_id = $1 and provider_id = 'credential' returning id`,
    values: [userId, hash, isShort, at],
  });
  if (changed.length === 0) await insertPassword(queries, userId, { hash, isShort }, at);
}
