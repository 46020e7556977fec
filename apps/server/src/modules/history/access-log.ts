import type { Disclosure } from '@yamori/domain';
import type { Logger } from 'pino';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { RecordDisclosures } from '../../core/http/disclosures.ts';

type AccessLogOptions = {
  readonly database: Database;
  readonly store: Pick<DocumentStore, 'recordActs'>;
  readonly now: () => Date;
  readonly log: Logger;
};

const HOUR_MS = 3_600_000;
/** Entries per period; beyond this, disclosures are recorded again. */
const MAX_REMEMBERED = 100_000;

/**
 * Records in the update history who was shown which resident's data (decision 026). A failed write
 * must not keep carers from the data: it is logged, without the reader and the resident.
 */
export function createAccessLog({
  database,
  store,
  now,
  log,
}: AccessLogOptions): RecordDisclosures {
  // A page requests many parts of one night repeatedly; one entry an hour is enough.
  const looked = rememberFor(HOUR_MS, now);
  // Browsers prefetch data by themselves, per room, several times a day.
  const kept = rememberFor(24 * HOUR_MS, now);

  const write = (userId: string, address: string, acts: Disclosure[]): Promise<void> =>
    database.transaction((queries) => store.recordActs(queries, { userId, address, acts }));

  return async ({ userId, address }, disclosures) => {
    const periods = { looked: looked(), kept: kept() };
    const getPeriod = ({ action }: Disclosure): Written =>
      action === 'nightsKept' ? periods.kept : periods.looked;
    const toKey = ({ action, path }: Disclosure): string => `${userId} ${action} ${path}`;
    const fresh = new Map(
      disclosures.filter((one) => !getPeriod(one).has(toKey(one))).map((one) => [toKey(one), one]),
    );
    if (fresh.size > 0) {
      const writing = write(userId, address, [...fresh.values()]).catch((error: unknown) => {
        for (const [key, one] of fresh) getPeriod(one).delete(key);
        log.error({ err: error, code: 'disclosure-not-recorded' }, 'disclosure not recorded');
      });
      for (const [key, one] of fresh) getPeriod(one).set(key, writing);
    }
    await Promise.all(disclosures.map(async (one) => getPeriod(one).get(toKey(one))));
  };
}

type Written = Map<string, Promise<void>>;

/** The disclosures of the current period; all are forgotten when it ends. */
function rememberFor(lengthMs: number, now: () => Date): () => Written {
  const state = { period: 0, written: new Map<string, Promise<void>>() };
  return () => {
    const period = Math.floor(now().getTime() / lengthMs);
    if (period !== state.period || state.written.size > MAX_REMEMBERED)
      Object.assign(state, { period, written: new Map() });
    return state.written;
  };
}
