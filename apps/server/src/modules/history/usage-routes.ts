import { ROUTES, usageApi, USAGE_RETENTION_DAYS, type UsageReport } from '@yamori/domain';
import type { FastifyRequest } from 'fastify';
import { route, type Route } from '../../core/http/route.ts';
import type { UsageStore } from './usage-store.ts';

type UsageOptions = { readonly usage: UsageStore; readonly now: () => Date };

const DAY_MS = 24 * 60 * 60 * 1000;
const toDay = (at: Date): string => at.toISOString().slice(0, 10);
const KNOWN_ROUTES: ReadonlySet<string> = new Set(ROUTES.map(({ id }) => id));

/**
 * Usage counts: which screens are opened and how fast they render. A report is added to the day's
 * totals and discarded. Its sender only decides whether it counts at all.
 */
export function usageRoutes({ usage, now }: UsageOptions): readonly Route[] {
  let prunedOn = '';

  const dayBefore = (days: number): string => toDay(new Date(now().getTime() - days * DAY_MS));
  return [
    route(usageApi.report, async ({ actor, body, request }) => {
      const report = known(body);
      if (
        wantsNotToBeCounted(request) ||
        (report.views.length === 0 && report.vitals.length === 0) ||
        !(await usage.isCounted(actor.userId))
      )
        return;
      const today = toDay(now());
      await usage.add(today, report);
      if (prunedOn !== today) await usage.prune(dayBefore(USAGE_RETENTION_DAYS));
      prunedOn = today;
    }),
    route(usageApi.counts, ({ query }) => usage.read(dayBefore(query.days - 1))),
    route(usageApi.choice, async ({ actor }) => ({
      counted: await usage.isCounted(actor.userId),
    })),
    route(usageApi.choose, async ({ actor, body }) => {
      await usage.choose(actor.userId, body.counted);
      return body;
    }),
  ];
}

/** The browser's opt-out: Global Privacy Control or Do Not Track. */
const wantsNotToBeCounted = ({ headers }: FastifyRequest): boolean =>
  headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** Keeps known screens only, so that clients cannot store arbitrary names. */
const known = ({ views, vitals }: UsageReport): UsageReport => ({
  views: views.filter(({ routeId }) => KNOWN_ROUTES.has(routeId)),
  vitals: vitals.filter(({ routeId }) => KNOWN_ROUTES.has(routeId)),
});
