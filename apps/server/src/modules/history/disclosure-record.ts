import type { Disclosure } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { RecordDisclosures } from '../../core/http/disclosures.ts';

export type DisclosureParts = {
  readonly database: Database;
  readonly store: Pick<DocumentStore, 'recordActs'>;
  readonly now: () => Date;
  readonly log: Logger;
};

const HOUR_MS = 3_600_000;
/** Of one such time; more are written down once more. */
const MOST_REMEMBERED = 100_000;

/**
 * Who was shown what of whom, in the update history (decision 050). Whoever watches over people is
 * not kept from them by a record that cannot be written: that is told to the log, without saying to
 * whom or of whom.
 */
export function createDisclosureRecord({
  database,
  store,
  now,
  log,
}: DisclosureParts): RecordDisclosures {
  // A page asks for many parts of one night, and is looked at again and again: once an hour says
  // it.
  const looked = rememberFor(HOUR_MS, now);
  // What a browser keeps it fetches by itself, room by room, several times a day.
  const kept = rememberFor(24 * HOUR_MS, now);

  const write = (userId: string, address: string, acts: Disclosure[]): Promise<void> =>
    database.transaction((queries) => store.recordActs(queries, { userId, address, acts }));

  return async ({ userId, address }, disclosures) => {
    const books = { looked: looked(), kept: kept() };
    const bookOf = ({ action }: Disclosure): Written =>
      action === 'nightsKept' ? books.kept : books.looked;
    const keyOf = ({ action, path }: Disclosure): string => `${userId} ${action} ${path}`;
    const fresh = new Map(
      disclosures.filter((one) => !bookOf(one).has(keyOf(one))).map((one) => [keyOf(one), one]),
    );
    if (fresh.size > 0) {
      const writing = write(userId, address, [...fresh.values()]).catch((error: unknown) => {
        for (const [key, one] of fresh) bookOf(one).delete(key);
        log.error(
          { err: error, code: 'disclosure-not-recorded' },
          'what somebody was shown could not be written down',
        );
      });
      for (const [key, one] of fresh) bookOf(one).set(key, writing);
    }
    await Promise.all(disclosures.map(async (one) => bookOf(one).get(keyOf(one))));
  };
}

type Written = Map<string, Promise<void>>;

/** What was written down in the time that runs, which is forgotten as a whole when it is over. */
function rememberFor(lengthMs: number, now: () => Date): () => Written {
  const state = { period: 0, written: new Map<string, Promise<void>>() };
  return () => {
    const period = Math.floor(now().getTime() / lengthMs);
    if (period !== state.period || state.written.size > MOST_REMEMBERED)
      Object.assign(state, { period, written: new Map() });
    return state.written;
  };
}
