import type { Database } from '../../core/database/database.ts';
import { readRows } from '../../core/documents/writing/document-locks.ts';
import { storeChanges } from '../../core/documents/writing/change-outbox.ts';
import {
  chainEntries,
  hashOfEntry,
  REDACTED_ACTION,
  withoutValues,
} from '../../core/documents/writing/update-history.ts';

/** Entries of one transaction; what it did to each stands in one entry. */
const AT_ONCE = 200;

/**
 * Takes out of old entries what the history leaves out by now. Their hashes stay, so the chain
 * holds; each changed entry is named in a new one with the hash that it had and the one that its
 * words give now, so that a redaction is told from a change (decision 033).
 * @returns how many entries were changed
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
    // Of two servers that start at one time each takes its own entries.
    const taken = await queries.query<{ path: string }>({
      text: 'delete from update_history_redaction where path in (select path from update_history_redaction where root_domain_id = $1 order by path limit $2 for update skip locked) returning path',
      values: [rootDomainId, AT_ONCE],
    });
    const rows = await readRows(
      queries,
      taken.map(({ path }) => path),
    );
    const changed = [...rows.values()].map((row) => ({ ...row, data: withoutValues(row.data) }));
    const changes = changed.map(({ path, data }) => ({
      field: path,
      before: data['hash'] ?? null,
      after: hashOfEntry(data),
    }));
    const said =
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
    // The feed is told of what stands there now: of what stood there nobody keeps a copy.
    await storeChanges(
      queries,
      [...changed.map((row) => ({ before: row, after: row })), ...said],
      at,
      null,
    );
    return taken.length;
  });
