import { createHash } from 'node:crypto';
import { pushBrowser, type PushBrowser } from '@yamori/domain';
import type { Database, Queries } from '../../../core/database/database.ts';

/** Encrypts values so that only this installation can read them. */
type NoticeBox = {
  readonly seal: (plain: Buffer, owner: string) => Buffer;
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

export type KnownBrowser = {
  readonly id: string;
  readonly userId: string;
  readonly browser: PushBrowser;
};
type NotifiedBrowser = { readonly id: string; readonly userId: string };
/** `until`: when its session ends; null if it has ended. */
type OwnBrowser = { readonly id: string; readonly until: Date | null };
export type ExpiringBrowser = NotifiedBrowser & { readonly until: Date };
export type PushSubscriptionStore = ReturnType<typeof createPushSubscriptionStore>;

/** Maximum for each member; the oldest is deleted first. */
const MAX_BROWSERS = 10;

export const browserId = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex');

export function createPushSubscriptionStore(database: Database, box: NoticeBox) {
  return {
    /**
     * Subscribes this browser for this member while the session lasts; replaces another member’s
     * subscription.
     */
    async put(
      { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
      browser: PushBrowser,
    ): Promise<void> {
      const id = browserId(browser.endpoint);
      await database.transaction(async (queries) => {
        await queries.query({
          name: 'upsert_push_browser',
          text: `insert into push_browser (id, user_id, sealed, session_id) values ($1, $2, $3, $4)
            on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, sealed = excluded.sealed, end_told_at = null, expires_at = excluded.expires_at, created_at = case when push_browser.user_id = excluded.user_id then push_browser.created_at else now() end`,
          values: [id, userId, box.seal(Buffer.from(JSON.stringify(browser)), id), sessionId],
        });
        await queries.query({
          name: 'limit_push_browsers',
          text: `delete from push_browser where id in (select id from push_browser where user_id = $1 and id <> $2 order by created_at desc offset ${MAX_BROWSERS - 1})`,
          values: [userId, id],
        });
      });
    },
    /** Removes a browser of this member only. */
    async remove(userId: string, endpoint: string): Promise<void> {
      await database.query({
        name: 'delete_push_browser',
        text: 'delete from push_browser where id = $1 and user_id = $2',
        values: [browserId(endpoint), userId],
      });
    },
    /** Deletes a browser that its push service reported gone. */
    async forget(id: string): Promise<void> {
      await database.query({
        name: 'forget_push_browser',
        text: 'delete from push_browser where id = $1',
        values: [id],
      });
    },
    /** The subscribed browsers of these members. */
    async listBrowsers(
      queries: Queries,
      userIds: readonly string[],
    ): Promise<readonly NotifiedBrowser[]> {
      return queries.query<NotifiedBrowser>({
        name: 'list_push_browsers',
        text: 'select id, user_id as "userId" from push_browser where user_id = any($1) and session_id is not null order by created_at',
        values: [userIds],
      });
    },
    /** The member’s browsers, including those whose session has ended. */
    async listOwn(userId: string): Promise<readonly OwnBrowser[]> {
      return database.query<OwnBrowser>({
        name: 'list_own_push_browsers',
        text: 'select b.id, s.expires_at as until from push_browser b left join auth_session s on s.id = b.session_id where b.user_id = $1 order by b.created_at',
        values: [userId],
      });
    },
    /**
     * Claims the browsers whose session ends before `by`, without a warning or a claim since
     * `abandonedBefore`: claims of a stopped server expire.
     */
    async claimEnding(
      {
        now,
        by,
        abandonedBefore,
      }: { readonly now: Date; readonly by: Date; readonly abandonedBefore: Date },
      most: number,
    ): Promise<readonly ExpiringBrowser[]> {
      return database.query<ExpiringBrowser>({
        name: 'claim_ending_push_browsers',
        values: [now, by, most, abandonedBefore],
        text: `update push_browser b set end_told_at = $1 from auth_session s where s.id = b.session_id and b.id in (
          select e.id from push_browser e join auth_session t on t.id = e.session_id where (e.end_told_at is null or e.end_told_at < $4) and t.expires_at > $1 and t.expires_at <= $2
          order by t.expires_at limit $3 for update of e skip locked)
          returning b.id, b.user_id as "userId", s.expires_at as until`,
      });
    },
    /** Marks the warning as delivered for this session. */
    async markEndingNotified(id: string): Promise<void> {
      await database.query({
        name: 'record_ending_notice',
        text: `update push_browser set end_told_at = 'infinity' where id = $1`,
        values: [id],
      });
    },
    /** Releases claims after failed deliveries. */
    async releaseEnding(ids: readonly string[]): Promise<void> {
      await database.query({
        name: 'release_ending_notice',
        text: 'update push_browser set end_told_at = null where id = any($1)',
        values: [ids],
      });
    },
    /** Null if it was removed, its session has ended, or it was sealed with another secret. */
    async find(id: string): Promise<KnownBrowser | null> {
      const [row] = await database.query<{ user_id: string; sealed: Buffer }>({
        name: 'find_push_browser',
        text: 'select user_id, sealed from push_browser where id = $1 and session_id is not null',
        values: [id],
      });
      const plain = row === undefined ? null : box.open(row.sealed, id);
      return row === undefined || plain === null
        ? null
        : {
            id,
            userId: row.user_id,
            browser: pushBrowser.parse(JSON.parse(plain.toString('utf8'))),
          };
    },
  };
}
