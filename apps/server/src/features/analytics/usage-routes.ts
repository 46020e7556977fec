import { ROUTES, usageChoice, usageReply, usageReport, type UsageReport } from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireActor, requireMaker, requireOwnAccount } from '../../http/request-actor.ts';
import { DAYS_KEPT, type UsageStore } from './usage-store.ts';

export type UsageParts = { readonly usage: UsageStore; readonly now: () => Date };

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const period = z.object({ days: z.coerce.number().int().min(1).max(DAYS_KEPT).default(30) });
const KNOWN_ROUTES: ReadonlySet<string> = new Set(ROUTES.map(({ id }) => id));

/**
 * First-party counts of what is used: what screens are opened and how fast they show. A report is
 * added to the day's numbers and forgotten: who sent it decides only whether it counts at all.
 */
export function registerUsageRoutes(plain: FastifyInstance, { usage, now }: UsageParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  let prunedOn = '';

  server.post('/api/usage', { schema: { body: usageReport } }, async (request, reply) => {
    const actor = requireActor(request);
    const report = known(request.body);
    if (
      !wantsNotToBeCounted(request) &&
      (report.views.length > 0 || report.vitals.length > 0) &&
      (await usage.isCounted(actor.userId))
    ) {
      const today = dayOf(now());
      await usage.add(today, report);
      if (prunedOn !== today)
        await usage.prune(dayOf(new Date(now().getTime() - DAYS_KEPT * DAY_MS)));
      prunedOn = today;
    }
    return reply.code(204).send();
  });

  server.get(
    '/api/usage',
    { schema: { querystring: period, response: { 200: usageReply } } },
    async (request) => {
      requireMaker(request);
      return usage.read(dayOf(new Date(now().getTime() - (request.query.days - 1) * DAY_MS)));
    },
  );

  server.get(
    '/api/usage/choice',
    { schema: { response: { 200: usageChoice } } },
    async (request) => ({ counted: await usage.isCounted(requireOwnAccount(request).userId) }),
  );

  server.post(
    '/api/usage/choice',
    { schema: { body: usageChoice, response: { 200: usageChoice } } },
    async (request) => {
      const actor = requireOwnAccount(request);
      await usage.choose(actor.userId, request.body.counted);
      return { counted: request.body.counted };
    },
  );
}

/** What a browser says for its owner: Global Privacy Control and Do Not Track. */
const wantsNotToBeCounted = ({ headers }: FastifyRequest): boolean =>
  headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** Only screens that there are: nobody can fill the table with names of their own. */
const known = ({ views, vitals }: UsageReport): UsageReport => ({
  views: views.filter(({ routeId }) => KNOWN_ROUTES.has(routeId)),
  vitals: vitals.filter(({ routeId }) => KNOWN_ROUTES.has(routeId)),
});
