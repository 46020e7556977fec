import {
  DISCLOSURES,
  encodeFields,
  query,
  readQuery,
  updateHistoryCollection,
  type Visibility,
} from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { planQuery } from '../../core/documents/querying/query-sql.ts';
import { bindUsed } from '../../core/documents/querying/sql-parameters.ts';
import { openTemporaryDatabase } from '../../testing/temporary-database.ts';

/** The queries of the history screen, for the managers of a facility and for the maker. */
const SEEN: readonly Visibility[] = [
  { kind: 'some', grants: [{ domainIds: new Set(['akane']) }] },
  { kind: 'everything' },
];
const ASKED = readQuery(
  query.parse({
    collection: 'updateHistory',
    filters: [{ field: ['action'], op: 'not-in', value: DISCLOSURES }],
    orderBy: [{ field: ['at'], direction: 'desc' }],
    limit: 50,
    offset: 0,
  }),
);

describe('the query for the newest entries of a long history', () => {
  it('uses the index, in order, without reading the rest', async () => {
    const { database, drop } = await openTemporaryDatabase();
    try {
      const createEntry = (minute: number): object =>
        encodeFields(
          {
            at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
            action: minute % 20 === 0 ? 'update' : 'nightsRead',
            domainId: 'akane',
            rootDomainId: 'akane',
          },
          false,
        );
      const entries = Array.from({ length: 5000 }, (_, minute) =>
        JSON.stringify(createEntry(minute)),
      );
      await database.query({
        text: `insert into documents (path, id, collection, parent_path, root_domain_id, domain_ids, shared_with, created_at, updated_at, version, data)
          select 'updateHistory/' || at, at::text, 'updateHistory', '', 'akane', array['akane'], '{}', now(), now(), at, entry::jsonb from unnest($1::text[]) with ordinality as one (entry, at)`,
        values: [entries],
      });
      await database.query({ text: 'analyze documents' });
      for (const visibility of SEEN) {
        const plan = planQuery(ASKED, visibility, updateHistoryCollection);
        const page = bindUsed(
          `select data->'at'->>'$date' as at from documents where ${plan.where} order by ${plan.orderBy} limit 50`,
          plan.parameters,
        );
        const found = await database.query<{ at: string }>(page);
        expect(found.map(({ at }) => at)).toEqual(
          Array.from({ length: 50 }, (_, index) =>
            new Date(Date.UTC(2026, 0, 1, 0, 4980 - 20 * index)).toISOString(),
          ),
        );
        const steps = await database.query<Record<string, string>>({
          ...page,
          text: `explain ${page.text}`,
        });
        const explained = steps.map((step) => step['QUERY PLAN']).join('\n');
        expect(explained).toContain('Index Scan Backward using documents_history');
        // The secondary order is sorted incrementally, not over all rows.
        expect(explained).not.toMatch(/(^|-> {2})Sort /m);
      }
    } finally {
      await drop();
    }
  });
});
