import { HISTORY_CHECK_PATH, historyCheckReply, mayCheckHistory, refuse, type HistoryCheck } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Database } from '../../database/database.ts';
import { requireActor } from '../../http/request-actor.ts';
import { checkChains } from './chain-check.ts';

type HistoryParts = { readonly database: Database; readonly now: () => Date };

/** The check of the update history's chains (contract/history-messages.ts). Whoever asks while one runs gets what it finds. */
export function registerUpdateHistoryRoutes(plain: FastifyInstance, { database, now }: HistoryParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const state: { running: Promise<HistoryCheck> | null } = { running: null };
  const check = (): Promise<HistoryCheck> => (state.running ??= checkChains(database)
    .then((chains) => ({ checkedAt: now().toISOString(), chains }))
    .finally(() => { state.running = null; }));
  server.post(HISTORY_CHECK_PATH, { schema: { response: { 200: historyCheckReply } } }, async (request) => {
    if (!mayCheckHistory(requireActor(request))) throw refuse('history-check-forbidden');
    return check();
  });
}
