import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database, Queries } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { MailMessage } from './mail.ts';

/** A claimed message. `message` is null if it was encrypted with another secret. */
export type ClaimedMail = {
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
 * Waiting mails. All times are the database's, so that servers agree regardless of their clocks.
 */
export function createMailStore(database: Database, box: SecretBox) {
  const read = ({ id, kind, sealed }: Row): MailMessage | null => {
    const plain = box.open(sealed, id);
    return plain === null ? null : { kind, ...content.parse(JSON.parse(plain.toString('utf8'))) };
  };

  return {
    /**
     * False when `most` messages wait already: an unreachable mail server must not fill the disk.
     */
    add: async (
      message: MailMessage,
      maxWaiting: number,
      queries: Queries = database,
    ): Promise<boolean> => {
      const id = randomUUID();
      const { kind, to, subject, text, ttlMs = DAY_MS } = message;
      const added = await queries.query({
        name: 'insert_mail',
        text: `insert into waiting_mail (id, kind, sealed, expires_at)
          select $1::text, $2::text, $3::bytea, now() + $4::float8 * interval '1 millisecond'
          where (select count(*) from (select 1 from waiting_mail limit $5::int) as waiting) < $5::int returning id`,
        values: [
          id,
          kind,
          box.seal(Buffer.from(JSON.stringify({ to, subject, text })), id),
          Math.min(ttlMs, DAY_MS),
          maxWaiting,
        ],
      });
      return added.length > 0;
    },

    /** Claims the oldest waiting message. Other servers can claim it again after `leaseMs`. */
    claim: async (leaseMs: number): Promise<ClaimedMail | null> => {
      const [row] = await database.query<Row>({
        name: 'take_mail',
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

    /** Schedules a retry. Does nothing if another server has claimed the message since. */
    reschedule: async ({ id, attempt }: ClaimedMail, delayMs: number): Promise<void> => {
      await database.query({
        name: 'postpone_mail',
        text: `update waiting_mail set next_try_at = now() + $3::float8 * interval '1 millisecond' where id = $1 and attempts = $2`,
        values: [id, attempt, delayMs],
      });
    },

    /** Deletes a message that was delivered or dropped. */
    remove: async ({ id }: ClaimedMail): Promise<void> => {
      await database.query({
        name: 'delete_mail',
        text: 'delete from waiting_mail where id = $1',
        values: [id],
      });
    },
  };
}
