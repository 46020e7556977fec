import type { Core } from '../../core/context.ts';
import type { LeaseFence } from '../../core/database/lease-fence.ts';
import type { Module } from '../../core/module.ts';
import { createPressStore } from '../../core/timeline/staging/press-store.ts';
import { createAlarmEvaluator, type AlarmEvaluator } from './alarm-evaluator.ts';
import { openAlarmNotificationQueue, type NotificationDelivery } from './alarm-notifications.ts';
import { earlierCallPaths } from './earlier-call-paths.ts';
import { createNotificationDelivery } from './notification-delivery.ts';
import { backtestRoutes } from './backtest/backtest-routes.ts';
import { createAlarmRepository } from './repository.ts';
import { createRoomFactsStore } from './room-facts-store.ts';
import { alarmRoutes } from './routes.ts';
import { openRuleCache } from './rule-cache.ts';
import { createAlarmService, type AlarmService } from './service.ts';
import { testAlarmRoutes } from './test-alarm.ts';
import { thresholdRoutes } from './threshold-routes.ts';
import { usefulnessRoutes } from './usefulness-routes.ts';

type AlarmDeps = {
  /** Rejects commits about rooms that another server now owns. */
  readonly fence: LeaseFence;
  readonly delivery: NotificationDelivery;
  /** Retention of rule facts, in days. */
  readonly factsDays: number;
};

type AlarmModule = Module & {
  readonly evaluator: AlarmEvaluator;
  readonly service: AlarmService;
};

/** Raises alarms from room data, stores them, and notifies members. */
export function openAlarms(core: Core, deps: AlarmDeps): AlarmModule {
  const { database, store, access, feed, jobs, now, log } = core;
  const { fence } = deps;
  const rules = openRuleCache({ store, feed });
  const notifications = openAlarmNotificationQueue({
    jobs,
    deliver: (notification, signal) => handlers.deliver(notification, signal),
    recordOutcome: (notification, signal) => handlers.recordOutcome(notification, signal),
  });
  const repository = createAlarmRepository({ store, notifications });
  const handlers = createNotificationDelivery({
    repository,
    rules,
    now,
    delivery: deps.delivery,
  });
  const facts = createRoomFactsStore(database, deps.factsDays, fence);
  const evaluator = createAlarmEvaluator({
    repository,
    rules,
    facts,
    nowMs: () => now().getTime(),
    elapsedMs: () => performance.now(),
    fence,
    log,
  });
  const service = createAlarmService({
    repository,
    presses: createPressStore(database),
    rules,
    now,
    onRaised: evaluator.stored,
  });
  return {
    evaluator,
    service,
    routes: [
      ...alarmRoutes({ access, store, service }),
      ...earlierCallPaths({ access, store, service, repository }),
      ...thresholdRoutes({ access, store }),
      ...testAlarmRoutes({ access, store, repository, onStored: evaluator.stored, now }),
      ...backtestRoutes({ access, store, facts, now, log }),
      ...usefulnessRoutes({ database, access, store }),
    ],
    async leaveRooms() {
      await evaluator.close();
      rules.close();
    },
  };
}
