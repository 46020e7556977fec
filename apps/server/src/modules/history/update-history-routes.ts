import { mayCheckHistory, ProblemError, updateHistoryApi, type HistoryCheck } from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { toFileChanges } from '../../core/documents/writing/export-audit.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { route, type Route } from '../../core/http/route.ts';
import { verifyChains } from './verify-chains.ts';

type HistoryContext = {
  readonly database: Database;
  readonly now: () => Date;
  readonly store: Pick<DocumentStore, 'read' | 'recordActs'>;
};

/** Verifies the hash chains and records exports. Concurrent requests share one check. */
export function updateHistoryRoutes({ database, now, store }: HistoryContext): readonly Route[] {
  const state: { running: Promise<HistoryCheck> | null } = { running: null };

  const check = (): Promise<HistoryCheck> =>
    (state.running ??= verifyChains(database)
      .then((chains) => ({ checkedAt: now().toISOString(), chains }))
      .finally(() => {
        state.running = null;
      }));
  return [
    route(updateHistoryApi.check, ({ actor }) => {
      if (!mayCheckHistory(actor)) throw new ProblemError('history-check-forbidden');
      return check();
    }),
    route(updateHistoryApi.noteExport, async ({ actor, body, request }) => {
      if (!mayCheckHistory(actor)) throw new ProblemError('history-check-forbidden');
      const { domainId, from, until, isFiltered } = body;
      const path = `domain/${domainId ?? actor.domainId ?? ''}`;
      if ((await store.read([path]))[0] === null) throw new ProblemError('domain-not-found');
      const changes = toFileChanges({
        file: 'history',
        from: toDate(from),
        until: toDate(until),
        isFiltered,
      });
      await database.transaction((queries) =>
        store.recordActs(queries, {
          userId: actor.userId,
          address: toSubnet(request.ip),
          acts: [{ action: 'historyExported', path, changes }],
        }),
      );
    }),
  ];
}

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));
