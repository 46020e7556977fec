import { createJobs, type Jobs } from '../../../core/messaging/jobs/jobs.ts';
import type { LiveFixture } from '../../../testing/live-fixture.ts';
import { openNights, type Nights } from '../analysis/nights.ts';

export type NightServer = {
  readonly nights: Nights;
  readonly jobs: Jobs;
  readonly close: () => Promise<void>;
};

/** Starts another server on the fixture's database; its analysis of nights has its own clock. */
export function startNightServer(
  { temporary, bus, app }: LiveFixture,
  options: Pick<Parameters<typeof openNights>[0], 'now' | 'log' | 'maxWaiting'>,
): NightServer {
  const database = { ...temporary.database, url: temporary.url };
  const jobs = createJobs({ database, bus, log: options.log });
  const { store, timeline } = app;
  const nights = openNights({ ...options, database, store, timeline, jobs, analyses: true });
  return {
    nights,
    jobs,
    async close() {
      await nights.close();
      await jobs.close();
    },
  };
}
