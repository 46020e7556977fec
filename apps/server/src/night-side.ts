import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from './core/database/database.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { openNights, type Nights } from './modules/nights/analysis/nights.ts';
import { registerFigureRoutes } from './modules/nights/figures/figure-routes.ts';
import { startNightFigures } from './modules/nights/figures/fill-night-figures.ts';
import type { Bus } from './core/messaging/bus.ts';
import { createJobs, type Jobs } from './core/messaging/jobs/jobs.ts';
import type { Timeline } from './core/timeline/timeline.ts';

/** What looks at nights once they are over. */
export type NightSide = {
  readonly jobs: Jobs;
  readonly nights: Nights;
  readonly close: () => Promise<void>;
};

export type NightSideParts = {
  readonly database: Database & { readonly url: string };
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly server: FastifyInstance;
  readonly store: DocumentStore;
  readonly timeline: Timeline;
  readonly limits: { readonly imports: { readonly nightsWaiting: number } };
  /** Absent: nights are asked for here, and other servers look at them. */
  readonly analysesNights?: boolean;
};

export function openNightSide(parts: NightSideParts): NightSide {
  const { database, bus, log } = parts;
  const jobs = createJobs({ database, bus, log });
  const nights = openNights({
    ...parts,
    jobs,
    analyses: parts.analysesNights ?? false,
    mostWaiting: parts.limits.imports.nightsWaiting,
  });
  registerFigureRoutes(parts.server, parts);
  const endFigures = startNightFigures(parts);
  return {
    jobs,
    nights,
    async close() {
      await endFigures();
      await nights.close();
      await jobs.close();
    },
  };
}
