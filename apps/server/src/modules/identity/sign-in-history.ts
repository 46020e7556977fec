import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { ClientInfo } from './session.ts';

type SignInOutcome = 'succeeded' | 'failed' | 'secondFactorFailed' | 'refused';
export type SignInEvent = {
  readonly at: Date;
  readonly provider: string;
  readonly outcome: SignInOutcome;
  readonly address: string;
  readonly userAgent: string;
};

const RETENTION_MS = 180 * 24 * 60 * 60 * 1000;
const MAX_SHOWN = 200;

export type SignInHistory = ReturnType<typeof createSignInHistory>;

/**
 * Sign-in attempts for each account, shown to its own member. Events are deleted after 180 days.
 */
export function createSignInHistory(
  database: Database,
  options: { readonly now: () => Date; readonly log: Logger },
) {
  const writing = new Set<Promise<void>>();

  const write = async (
    userId: string,
    provider: string,
    outcome: SignInOutcome,
    client: ClientInfo,
    at: Date,
  ): Promise<void> => {
    await database.query({
      name: 'insert_sign_in_event',
      text: 'insert into sign_in_event (user_id, at, provider, outcome, address, user_agent) select id, $2, $3, $4, $5, $6 from auth_user where id = $1',
      values: [userId, at, provider, outcome, client.address, client.userAgent],
    });
    await database.query({
      name: 'delete_old_sign_in_events',
      text: 'delete from sign_in_event where at < $1',
      values: [new Date(at.getTime() - RETENTION_MS)],
    });
  };

  return {
    /**
     * The reply does not wait for the write: its duration must not reveal whether the account
     * exists.
     */
    note: (userId: string, provider: string, outcome: SignInOutcome, client: ClientInfo): void => {
      const written: Promise<void> = write(userId, provider, outcome, client, options.now())
        .catch((err: unknown) => options.log.warn({ err }, 'sign-in event not recorded'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },

    /**
     * Whether the user or a member of the same organisation signed in from this network address
     * before. A facility shares one address, so its new members are known there too.
     */
    isKnownAddress: async (
      user: { readonly email: string } | { readonly userId: string },
      address: string,
    ): Promise<boolean> => {
      const found = await database.query({
        name: 'find_sign_in_from_address',
        text: `with asked as (
            select u.id, m.data->>'rootDomainId' as organisation
            from auth_user u left join documents m on m.path = 'staff/' || u.id
            where u.id = $1 or u.email = $2)
          select 1 from asked, sign_in_event e
            left join documents m on m.path = 'staff/' || e.user_id
          where e.address = $3 and e.outcome = 'succeeded'
            and (e.user_id = asked.id or m.data->>'rootDomainId' = asked.organisation) limit 1`,
        values: [
          'userId' in user ? user.userId : null,
          'email' in user ? user.email.toLowerCase() : null,
          address,
        ],
      });
      return found.length > 0;
    },

    /** Newest first. */
    list: async (userId: string): Promise<SignInEvent[]> => {
      await Promise.all(writing);
      return database.query<SignInEvent>({
        name: 'list_sign_in_events',
        text: `select at, provider, outcome, address, user_agent as "userAgent" from sign_in_event where user_id = $1 and at >= $2 order by at desc, id desc limit ${MAX_SHOWN}`,
        values: [userId, new Date(options.now().getTime() - RETENTION_MS)],
      });
    },

    close: async (): Promise<void> => void (await Promise.all(writing)),
  };
}
