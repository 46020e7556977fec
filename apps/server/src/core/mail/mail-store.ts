import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database, Queries } from '../database/database.ts';
import type { MailMessage } from './mail.ts';

/** Keeps what only this installation may read; what was sealed for one owner opens for no other. */
export type MailBox = {
  readonly seal: (plain: Buffer, owner: string) => Buffer;
  readonly open: (sealed: Buffer, owner: string) => Buffer | null;
};

/** A message that was taken for a try. `message` null: sealed with another secret than today's. */
export type TakenMail = {
  readonly id: string;
  readonly kind: string;
  readonly attempt: number;
  readonly expired: boolean;
  readonly message: MailMessage | null;
};

export type MailStore = ReturnType<typeof createMailStore>;

const DAY_MS = 24 * 60 * 60 * 1000;
const content = z.strictObject({ to: z.string(), subject: z.string(), text: z.string() });
type Row = { id: string; kind: string; sealed: Buffer; attempt: number; expired: boolean };

/**
 * Waiting mails in the database. Times are the database's own, so that servers agree on them
 * whatever their clocks say.
 */
export function createMailStore(database: Database, box: MailBox) {
  const read = ({ id, kind, sealed }: Row): MailMessage | null => {
    const plain = box.open(sealed, id);
    return plain === null ? null : { kind, ...content.parse(JSON.parse(plain.toString('utf8'))) };
  };

  return {
    /** False when `most` wait already: a mail server that is away must not fill the disk. */
    add: async (
      message: MailMessage,
      most: number,
      queries: Queries = database,
    ): Promise<boolean> => {
      const id = randomUUID();
      const { kind, to, subject, text, usefulMs = DAY_MS } = message;
      const added = await queries.query({
        name: 'mail-add',
        text: `insert into waiting_mail (id, kind, sealed, expires_at)
          select $1::text, $2::text, $3::bytea, now() + $4::float8 * interval '1 millisecond'
          where (select count(*) from (select 1 from waiting_mail limit $5::int) as waiting) < $5::int returning id`,
        values: [
          id,
          kind,
          box.seal(Buffer.from(JSON.stringify({ to, subject, text })), id),
          Math.min(usefulMs, DAY_MS),
          most,
        ],
      });
      return added.length > 0;
    },

    /**
     * Takes the message that has waited longest. For `leaseMs` nobody else takes it, also not when
     * we die with it.
     */
    take: async (leaseMs: number): Promise<TakenMail | null> => {
      const [row] = await database.query<Row>({
        name: 'mail-take',
        text: `update waiting_mail set attempts = attempts + 1, next_try_at = now() + $1::float8 * interval '1 millisecond'
          where id = (select id from waiting_mail where next_try_at <= now() order by next_try_at limit 1 for update skip locked)
          returning id, kind, sealed, attempts as attempt, expires_at <= now() as expired`,
        values: [leaseMs],
      });
      return row === undefined
        ? null
        : {
            id: row.id,
            kind: row.kind,
            attempt: row.attempt,
            expired: row.expired,
            message: read(row),
          };
    },

    /** After a try that failed; nothing when another server has taken it since. */
    postpone: async ({ id, attempt }: TakenMail, delayMs: number): Promise<void> => {
      await database.query({
        name: 'mail-postpone',
        text: `update waiting_mail set next_try_at = now() + $3::float8 * interval '1 millisecond' where id = $1 and attempts = $2`,
        values: [id, attempt, delayMs],
      });
    },

    /** Sent, or given up. */
    remove: async ({ id }: TakenMail): Promise<void> => {
      await database.query({
        name: 'mail-remove',
        text: 'delete from waiting_mail where id = $1',
        values: [id],
      });
    },
  };
}
