import type { Disclosure } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import type { RecordDisclosures } from '../../http/disclosures.ts';

export type DisclosureParts = { readonly database: Database; readonly store: Pick<DocumentStore, 'recordActs'>; readonly now: () => Date; readonly log: Logger };

/** A page asks for many parts of one night, and is looked at again and again: once in this time says it. */
const SAID_ONCE_IN_MS = 3_600_000;
/** Of one such time; more are written down once more. */
const MOST_REMEMBERED = 100_000;

/**
 * Who was shown what of whom, in the update history (decision 050). Whoever watches over people is not kept from them by a record that cannot
 * be written: that is told to the log, without saying to whom or of whom.
 */
export function createDisclosureRecord({ database, store, now, log }: DisclosureParts): RecordDisclosures {
  const state = { period: 0, written: new Map<string, Promise<void>>() };

  const write = (userId: string, address: string, acts: Disclosure[]): Promise<void> =>
    database.transaction((queries) => store.recordActs(queries, { userId, address, acts }));

  return async ({ userId, address }, disclosures) => {
    const period = Math.floor(now().getTime() / SAID_ONCE_IN_MS);
    if (period !== state.period || state.written.size > MOST_REMEMBERED) Object.assign(state, { period, written: new Map() });
    const { written } = state;
    const keyOf = ({ action, path }: Disclosure): string => `${userId} ${action} ${path}`;
    const fresh = new Map(disclosures.filter((one) => !written.has(keyOf(one))).map((one) => [keyOf(one), one]));
    if (fresh.size > 0) {
      const writing = write(userId, address, [...fresh.values()]).catch((error: unknown) => {
        for (const key of fresh.keys()) written.delete(key);
        log.error({ err: error, code: 'disclosure-not-recorded' }, 'what somebody was shown could not be written down');
      });
      for (const key of fresh.keys()) written.set(key, writing);
    }
    await Promise.all(disclosures.map(async (one) => written.get(keyOf(one))));
  };
}
