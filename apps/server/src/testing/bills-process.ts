import { COLLECTIONS } from '@yamori/domain';
import { pino } from 'pino';
import { createPoolDatabase } from '../core/database/pool-database.ts';
import { createDocumentStore } from '../core/documents/document-store.ts';
import { createInvariants } from '../modules/invariants.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { generateBills } from '../modules/billing/generate-bills.ts';

/**
 * A process for tests to kill, which only generates the draft bills of a month:
 * `node bills-process.ts DATABASE_URL AGENCY ROOT MONTH NOW`.
 */
async function main(
  url: string,
  id: string,
  rootDomainId: string,
  month: string,
  at: string,
): Promise<void> {
  const log = pino({ level: 'warn' });
  const now = (): Date => new Date(at);
  const database = createPoolDatabase({ url, connections: 4 }, log);
  const store = createDocumentStore({
    database,
    bus: createInProcessBus(log),
    collections: COLLECTIONS,
    clock: now,
    log,
    invariants: createInvariants(now),
    records: true,
  });
  await generateBills(
    { store, database, now },
    { id, rootDomainId, timeZone: 'Asia/Tokyo' },
    month,
    { userId: null },
  );
}

const [url = '', id = '', rootDomainId = '', month = '', at = ''] = process.argv.slice(2);
await main(url, id, rootDomainId, month, at);
