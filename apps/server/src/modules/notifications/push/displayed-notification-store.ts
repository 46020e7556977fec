import type { Database } from '../../../core/database/database.ts';

/** A browser that shows a notification of an alarm, and its member. */
type ShownNotification = { readonly browserId: string; readonly userId: string };
export type DisplayedNotificationStore = ReturnType<typeof createDisplayedNotificationStore>;

const RETENTION_DAYS = 7;

/** `alarm` is `room/accident`. */
export function createDisplayedNotificationStore(database: Database) {
  const formatId = (alarm: string, browserId: string): string => `${alarm}/${browserId}`;
  return {
    /**
     * Call it before sending: a notification that arrives after the end of its alarm must still be
     * replaced.
     */
    async put(alarm: string, { browserId, userId }: ShownNotification): Promise<void> {
      await database.query({
        name: 'insert_shown_push',
        text: `insert into push_shown (id, alarm, browser_id, user_id, expires_at) select $1, $2, $3, $4, now() + interval '${RETENTION_DAYS} days'
          where exists (select 1 from push_browser where id = $3) on conflict (id) do update set user_id = excluded.user_id, expires_at = excluded.expires_at`,
        values: [formatId(alarm, browserId), alarm, browserId, userId],
      });
    },
    /** Only browsers that the same member still uses. */
    async of(alarm: string): Promise<readonly ShownNotification[]> {
      return database.query<ShownNotification>({
        name: 'list_shown_pushes',
        text: 'select s.browser_id as "browserId", s.user_id as "userId" from push_shown s join push_browser b on b.id = s.browser_id and b.user_id = s.user_id where s.alarm = $1 order by s.id',
        values: [alarm],
      });
    },
    async remove(alarm: string, browserId: string): Promise<void> {
      await database.query({
        name: 'delete_shown_push',
        text: 'delete from push_shown where id = $1',
        values: [formatId(alarm, browserId)],
      });
    },
  };
}
