import { randomUUID } from 'node:crypto';
import { hasCode, ProblemError, type Write } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import type { NotifyOwner } from '../security-emails.ts';
import { lockOwner, type AccountOwner } from '../account-owner.ts';
import { endSessions } from '../sessions/session-end.ts';

/**
 * An account at a provider. `way`: `line`, `google` or `saml.{id}`; `subject` is the provider's
 * id of the user.
 */
export type ProviderAccount = { readonly way: string; readonly subject: string };
/** `email`: verified, or null. `writes`: the documents that make the person a member. */
export type NewPerson = {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  readonly picture: string | null;
  readonly writes: readonly Write[];
};

export type LinkedAccounts = ReturnType<typeof createLinkedAccounts>;

type LinkedAccountOptions = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly now: () => Date;
  readonly notifyOwner: NotifyOwner;
};

/**
 * Links between provider accounts and users. A provider account belongs to one user, and a user has
 * at most one account per provider.
 */
export function createLinkedAccounts({ database, store, now, notifyOwner }: LinkedAccountOptions) {
  const findOwner = async ({ way, subject }: ProviderAccount): Promise<string | null> => {
    const [row] = await database.query<{ userId: string }>({
      name: 'find_account_owner',
      text: 'select user_id as "userId" from auth_account where provider_id = $1 and account_id = $2',
      values: [way, subject],
    });
    return row?.userId ?? null;
  };

  return {
    findOwner,

    /** `sessionId`: the session that links it. */
    link: async (userId: string, account: ProviderAccount, sessionId: string): Promise<void> => {
      const linked = await database.transaction(async (queries) => {
        await lockOwner(queries, { userId, sessionId });
        if (!(await insertLink(queries, userId, account, now()))) return false;
        await notifyOwner(queries, userId, { kind: 'providerLinked', provider: account.way });
        return true;
      });
      if (linked || (await findOwner(account)) === userId) return;
      if ((await findOwner(account)) === null) throw new ProblemError('provider-account-exists');
      throw new ProblemError('provider-account-taken');
    },

    /**
     * Creates a new user with membership and linked account in one transaction. Of two concurrent
     * calls for one provider account, the second returns the first's user.
     */
    create: async (
      { userId, writes, ...person }: NewPerson,
      account: ProviderAccount,
    ): Promise<string> => {
      try {
        await store.commit(writes, {
          userId,
          alongside: (queries) => insertPerson(queries, userId, person, account, now()),
        });
        return userId;
      } catch (error) {
        const owner = error instanceof ProblemError ? await findOwner(account) : null;
        if (owner !== null) return owner;
        // The outcome page shows a code without details, so this code needs none.
        throw hasCode(error, 'member-limit-reached')
          ? new ProblemError('organisation-full')
          : error;
      }
    },

    /**
     * Unlinks a provider and ends the sessions that it opened. A user cannot unlink the last
     * sign-in method.
     */
    unlink: (owner: AccountOwner, provider: string): Promise<void> =>
      database.transaction(async (queries) => {
        // Concurrent requests wait here, so that the second one counts what the first has left.
        await lockOwner(queries, owner);
        await removeLink(queries, owner.userId, provider, now());
        await notifyOwner(queries, owner.userId, { kind: 'providerUnlinked', provider });
      }),

    listUsers: async (way: string): Promise<string[]> => {
      const rows = await database.query<{ userId: string }>({
        name: 'list_linked_users',
        text: 'select user_id as "userId" from auth_account where provider_id = $1',
        values: [way],
      });
      return rows.map(({ userId }) => userId);
    },

    /** Whether a user has verified this address. */
    isKnownAddress: async (email: string): Promise<boolean> =>
      (
        await database.query({
          name: 'check_address_known',
          text: 'select 1 from auth_user where email = $1',
          values: [email.toLowerCase()],
        })
      ).length > 0,
  };
}

/** The provider's ids of those users who linked it, by user id. */
export async function readProviderSubjects(
  queries: Queries,
  userIds: readonly string[],
  way: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.query<{ userId: string; subject: string }>({
    name: 'list_provider_subjects',
    text: 'select user_id as "userId", account_id as subject from auth_account where user_id = any($1) and provider_id = $2',
    values: [userIds, way],
  });
  return new Map(rows.map(({ userId, subject }) => [userId, subject]));
}

async function removeLink(
  queries: Queries,
  userId: string,
  provider: string,
  at: Date,
): Promise<void> {
  const linked = await queries.query<{ providerId: string }>({
    text: 'select provider_id as "providerId" from auth_account where user_id = $1',
    values: [userId],
  });
  const stored = toStoredName(provider);
  if (provider === PASSWORD || !linked.some(({ providerId }) => providerId === stored))
    throw new ProblemError('provider-invalid');
  if (linked.length === 1) throw new ProblemError('provider-last');
  await queries.query({
    text: 'delete from auth_account where user_id = $1 and provider_id = $2',
    values: [userId, stored],
  });
  await endSessions(queries, { userId, provider }, { reason: 'wayRemoved', at });
  await queries.query({
    text: 'delete from auth_pending where user_id = $1 and provider = $2',
    values: [userId, provider],
  });
}

async function insertPerson(
  queries: Queries,
  userId: string,
  person: Pick<NewPerson, 'name' | 'email' | 'picture'>,
  account: ProviderAccount,
  at: Date,
): Promise<void> {
  const added = await queries.query({
    text: 'insert into auth_user (id, name, email, email_verified, image, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing returning id',
    values: [userId, person.name, person.email, person.email !== null, person.picture, at],
  });
  // Another user took the address after the check.
  if (added.length === 0) throw new ProblemError('account-link-missing');
  if (!(await insertLink(queries, userId, account, at)))
    throw new ProblemError('provider-account-taken');
}

async function insertLink(
  queries: Queries,
  userId: string,
  { way, subject }: ProviderAccount,
  at: Date,
): Promise<boolean> {
  const rows = await queries.query({
    text: `insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
      on conflict do nothing returning id`,
    values: [randomUUID(), subject, way, userId, at],
  });
  return rows.length > 0;
}

/** The sign-in library's name of a password; our API and the specification call it `email`. */
const PASSWORD = 'credential';
const toStoredName = (provider: string): string => (provider === 'email' ? PASSWORD : provider);
