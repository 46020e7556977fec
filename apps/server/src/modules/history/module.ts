import type { Core } from '../../core/context.ts';
import type { RecordDisclosures } from '../../core/http/disclosures.ts';
import type { Module } from '../../core/module.ts';
import { createAccessLog } from './access-log.ts';
import { updateHistoryRoutes } from './update-history-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import { createUsageStore } from './usage-store.ts';
import type { Database } from '../../core/database/database.ts';
import { readRows } from '../../core/documents/document-row.ts';
import { storeChanges } from '../../core/documents/writing/change-outbox.ts';
import { hashContent } from '../../core/documents/writing/entry-hash.ts';
import { withoutValues } from '../../core/documents/writing/history-values.ts';
import { chainEntries, REDACTED_ACTION } from '../../core/documents/writing/update-history.ts';

type HistoryModule = Module & { readonly recordDisclosures: RecordDisclosures };

/** The update history, the log of accesses to personal data, and usage figures. */
export function openHistory(core: Core): HistoryModule {
  return {
    recordDisclosures: createAccessLog(core),
    routes: [
      ...updateHistoryRoutes(core),
      ...usageRoutes({ usage: createUsageStore(core.database), now: core.now }),
    ],
  };
}

/** Entries per transaction, which adds one redaction entry for all of them. */
const BATCH_SIZE = 200;

/**
 * Removes values from old entries that the history no longer records. The entries keep their
 * hashes, so the chain holds. A new entry lists each redacted entry with its old hash and the hash
 * of its new content, which distinguishes redactions from manipulation (decision 026). Returns the
 * number of processed entries.
 */
export async function redactHistory({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => Date;
}): Promise<number> {
  for (let done = 0; ;) {
    const some = await redactSome(database, now());
    if (some === 0) return done;
    done += some;
  }
}

const redactSome = (database: Database, at: Date): Promise<number> =>
  database.transaction(async (queries) => {
    const [first] = await queries.query<{ rootDomainId: string }>({
      text: 'select root_domain_id as "rootDomainId" from update_history_redaction order by root_domain_id limit 1',
    });
    if (first === undefined) return 0;
    const { rootDomainId } = first;
    // Servers that start simultaneously process different entries.
    const taken = await queries.query<{ path: string }>({
      text: 'delete from update_history_redaction where path in (select path from update_history_redaction where root_domain_id = $1 order by path limit $2 for update skip locked) returning path',
      values: [rootDomainId, BATCH_SIZE],
    });
    const rows = await readRows(
      queries,
      taken.map(({ path }) => path),
    );
    const changed = [...rows.values()].map((row) => ({ ...row, data: withoutValues(row.data) }));
    const changes = changed.map(({ path, data }) => ({
      field: path,
      before: data['hash'] ?? null,
      after: hashContent(data),
    }));
    const entry =
      changes.length === 0
        ? []
        : await chainEntries(
            queries,
            [
              {
                action: REDACTED_ACTION,
                path: 'updateHistory',
                domainId: rootDomainId,
                rootDomainId,
                changes,
              },
            ],
            { userId: '', address: '', at },
          );
    // Write only the new content to the change feed, so that no copy of the old one remains.
    await storeChanges(
      queries,
      [...changed.map((row) => ({ before: row, after: row })), ...entry],
      at,
      null,
    );
    return taken.length;
  });
