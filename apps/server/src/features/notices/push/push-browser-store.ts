import { createHash } from 'node:crypto';
import { pushBrowser, type PushBrowser } from '@yamori/domain';
import type { Database, Queries } from '../../../database/database.ts';

/** Keeps what only this installation may read. */
export type NoticeBox = { readonly seal: (plain: Buffer, owner: string) => Buffer; readonly open: (sealed: Buffer, owner: string) => Buffer | null };

export type KnownBrowser = { readonly id: string; readonly userId: string; readonly browser: PushBrowser };
export type PushBrowserStore = ReturnType<typeof createPushBrowserStore>;

/** Of one member; the one that came first goes. */
export const MOST_BROWSERS = 10;

export const browserId = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

export function createPushBrowserStore(database: Database, box: NoticeBox) {
  return {
    /** From now on this browser tells this member, and nobody else who was told on it, as long as the session lasts. */
    async put({ userId, sessionId }: { readonly userId: string; readonly sessionId: string }, browser: PushBrowser): Promise<void> {
      const id = browserId(browser.endpoint);
      await database.transaction(async (queries) => {
        await queries.query({
          name: 'push-browser-put',
          text: `insert into push_browser (id, user_id, sealed, session_id) values ($1, $2, $3, $4)
            on conflict (id) do update set user_id = excluded.user_id, session_id = excluded.session_id, sealed = excluded.sealed, created_at = case when push_browser.user_id = excluded.user_id then push_browser.created_at else now() end`,
          values: [id, userId, box.seal(Buffer.from(JSON.stringify(browser)), id), sessionId],
        });
        await queries.query({
          name: 'push-browser-most',
          text: `delete from push_browser where id in (select id from push_browser where user_id = $1 and id <> $2 order by created_at desc offset ${MOST_BROWSERS - 1})`, values: [userId, id],
        });
      });
    },
    /** Only the member's own. */
    async remove(userId: string, endpoint: string): Promise<void> {
      await database.query({ name: 'push-browser-remove', text: 'delete from push_browser where id = $1 and user_id = $2', values: [browserId(endpoint), userId] });
    },
    /** Its push service says that there is nobody there any more. */
    async forget(id: string): Promise<void> {
      await database.query({ name: 'push-browser-forget', text: 'delete from push_browser where id = $1', values: [id] });
    },
    async idsOf(queries: Queries, userIds: readonly string[]): Promise<readonly { readonly id: string; readonly userId: string }[]> {
      return queries.query<{ id: string; userId: string }>({ name: 'push-browser-of', text: 'select id, user_id as "userId" from push_browser where user_id = any($1) order by created_at', values: [userIds] });
    },
    /** Null: taken away meanwhile, or sealed with another secret than today's. */
    async find(id: string): Promise<KnownBrowser | null> {
      const [row] = await database.query<{ user_id: string; sealed: Buffer }>({ name: 'push-browser-find', text: 'select user_id, sealed from push_browser where id = $1', values: [id] });
      const plain = row === undefined ? null : box.open(row.sealed, id);
      return row === undefined || plain === null ? null : { id, userId: row.user_id, browser: pushBrowser.parse(JSON.parse(plain.toString('utf8'))) };
    },
  };
}
