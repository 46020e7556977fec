import type { NotificationChannel } from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';

/** A message of a notification to a browser or a member. */
export type NotificationMessage = {
  /** Identifies the notification (`getNotificationKey`). */
  readonly notice: string;
  readonly kind: MessageJob;
  /** Id of the browser or of the member. */
  readonly to: string;
};

/** The channel of each kind of message job. */
export const MESSAGE_CHANNELS = {
  noticePush: 'push',
  noticeLine: 'line',
  noticeMail: 'mail',
} as const;
export type MessageJob = keyof typeof MESSAGE_CHANNELS;

type MessageState = 'sending' | 'delivered' | 'failed';
type MessageOutcome = {
  readonly userId: string;
  readonly way: NotificationChannel;
  readonly state: MessageState;
};

/** Outcomes are needed while their alarm can be open. */
const RETENTION_DAYS = 1;

const toId = ({ kind, notice, to }: NotificationMessage): string => `${kind}/${notice}/${to}`;

/** Messages that are queued, and their outcomes. */
export const notificationMessageStore = {
  /** Returns false if the message was queued before. */
  async add(queries: Queries, message: NotificationMessage, userId: string): Promise<boolean> {
    const added = await queries.query({
      name: 'insert_notice_message',
      text: `insert into notice_message (id, notice, kind, user_id, expires_at)
        values ($1, $2, $3, $4, now() + interval '${RETENTION_DAYS} days') on conflict do nothing returning id`,
      values: [toId(message), message.notice, message.kind, userId],
    });
    return added.length > 0;
  },

  /**
   * Records the outcome of a message; a delivered message stays so. Returns whether the outcome of
   * its notification changed: it is the first delivery, or no other message is being sent.
   */
  async settle(
    queries: Queries,
    message: NotificationMessage,
    state: 'delivered' | 'failed',
  ): Promise<boolean> {
    const id = toId(message);
    // Locks all messages of the notification, so that concurrent calls settle one after the other.
    const rows = await queries.query<{ id: string; state: MessageState }>({
      name: 'lock_notice_messages',
      text: 'select id, state from notice_message where notice = $1 order by id for update',
      values: [message.notice],
    });
    const own = rows.find((row) => row.id === id);
    if (own === undefined || own.state === 'delivered' || own.state === state) return false;
    await queries.query({
      name: 'settle_notice_message',
      text: 'update notice_message set state = $2 where id = $1',
      values: [id, state],
    });
    const others = rows.filter((row) => row !== own).map((row) => row.state);
    const isFirst = state === 'delivered' && !others.includes('delivered');
    return isFirst || !others.includes('sending');
  },

  async list(queries: Queries, notice: string): Promise<readonly MessageOutcome[]> {
    const rows = await queries.query<{ user_id: string; kind: MessageJob; state: MessageState }>({
      name: 'list_notice_messages',
      text: 'select user_id, kind, state from notice_message where notice = $1 order by id',
      values: [notice],
    });
    return rows.map(({ user_id: userId, kind, state }) => ({
      userId,
      way: MESSAGE_CHANNELS[kind],
      state,
    }));
  },
};
