import {
  HISTORY_CHECK_PATH,
  HISTORY_EXPORT_PATH,
  historyExportCall,
  historyCheckReply,
  mayCheckHistory,
  refuse,
  type HistoryCheck,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { changesOfFile } from '../../documents/writing/taken-file.ts';
import { subnetOf } from '../../http/address-limit.ts';
import { requireActor } from '../../http/request-actor.ts';
import { checkChains } from './chain-check.ts';

type HistoryParts = {
  readonly database: Database;
  readonly now: () => Date;
  readonly store: Pick<DocumentStore, 'read' | 'recordActs'>;
};

/**
 * The check of the update history's chains (contract/history-messages.ts). Whoever asks while one
 * runs gets what it finds.
 */
export function registerUpdateHistoryRoutes(
  plain: FastifyInstance,
  { database, now, store }: HistoryParts,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const state: { running: Promise<HistoryCheck> | null } = { running: null };
  const check = (): Promise<HistoryCheck> =>
    (state.running ??= checkChains(database)
      .then((chains) => ({ checkedAt: now().toISOString(), chains }))
      .finally(() => {
        state.running = null;
      }));
  server.post(
    HISTORY_CHECK_PATH,
    { schema: { response: { 200: historyCheckReply } } },
    async (request) => {
      if (!mayCheckHistory(requireActor(request))) throw refuse('history-check-forbidden');
      return check();
    },
  );

  server.post(
    HISTORY_EXPORT_PATH,
    { schema: { body: historyExportCall } },
    async (request, reply) => {
      const actor = requireActor(request);
      if (!mayCheckHistory(actor)) throw refuse('history-check-forbidden');
      const { domainId, from, until, isFiltered } = request.body;
      const path = `domain/${domainId ?? actor.domainId ?? ''}`;
      if ((await store.read([path]))[0] === null) throw refuse('domain-not-found');
      await database.transaction((queries) =>
        store.recordActs(queries, {
          userId: actor.userId,
          address: subnetOf(request.ip),
          acts: [
            {
              action: 'historyExported',
              path,
              changes: changesOfFile({
                file: 'history',
                from: dateOf(from),
                until: dateOf(until),
                isFiltered,
              }),
            },
          ],
        }),
      );
      return reply.code(204).send();
    },
  );
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));
