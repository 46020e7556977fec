import { pino } from 'pino';
import { createChangeFeed } from '../../../core/documents/change-feed.ts';
import type { TestDocuments } from '../../../core/documents/testing/test-documents.ts';
import { createJobs } from '../../../core/messaging/jobs/jobs.ts';
import { createPressStore } from '../../../core/timeline/staging/press-store.ts';
import { openAlarmNotificationQueue } from '../alarm-notifications.ts';
import { createAlarmRepository } from '../repository.ts';
import { openRuleCache } from '../rule-cache.ts';
import { createAlarmService, type AlarmService } from '../service.ts';

export type AlarmServer = {
  readonly service: AlarmService;
  readonly close: () => Promise<void>;
};

/** The alarm service of one server, on a database that others share. */
export async function openAlarmServer(
  { store, bus, temporary: { database } }: TestDocuments,
  nowMs: () => number,
): Promise<AlarmServer> {
  const log = pino({ level: 'silent' });
  const feed = createChangeFeed({ database, bus, clock: () => new Date(), log, pollMs: 20 });
  await feed.start();
  const jobs = createJobs({ database, bus, log, limits: { pollMs: 50 } });
  const ignore = async (): Promise<void> => undefined;
  const notifications = openAlarmNotificationQueue({
    jobs,
    deliver: ignore,
    recordOutcome: ignore,
  });
  const rules = openRuleCache({ store, feed });
  const service = createAlarmService({
    repository: createAlarmRepository({ store, notifications }),
    presses: createPressStore(database),
    rules,
    now: () => new Date(nowMs()),
    onRaised: () => undefined,
  });
  return {
    service,
    async close() {
      rules.close();
      await jobs.close();
      await feed.close();
    },
  };
}
