import type { Core } from '../../core/context.ts';
import type { LeaseFence } from '../../core/database/lease-fence.ts';
import type { Module } from '../../core/module.ts';
import { createPressStore } from '../../core/timeline/staging/press-store.ts';
import { createAccidentKeeper } from './accident-keeper.ts';
import { accidentRoutes } from './accident-routes.ts';
import { createAccidentSteps } from './accident-steps.ts';
import { createAccidentWatch, type AccidentWatch } from './accident-watch.ts';
import { openAlarmNotices, type DeliverNotice } from './alarm-notices.ts';
import { createCallRecord } from './call-record.ts';
import { callRoutes } from './call-routes.ts';
import { createNoticeTelling } from './notice-telling.ts';
import { rehearsalRoutes } from './rehearsal/rehearsal-routes.ts';
import { createRoomCalls, type RoomCalls } from './room-calls.ts';
import { createRoomFactsStore } from './room-facts-store.ts';
import { openRulesReader } from './rules-reader.ts';
import { testAlarmRoutes } from './test-alarm.ts';
import { thresholdRoutes } from './threshold-routes.ts';
import { usefulnessRoutes } from './usefulness-routes.ts';

type AlarmDeps = {
  /** Rejects commits about rooms that another server now owns. */
  readonly fence: LeaseFence;
  readonly deliver: DeliverNotice;
  /** Retention of rule facts, in days. */
  readonly factsDays: number;
};

type AlarmModule = Module & {
  readonly watch: AccidentWatch;
  readonly calls: RoomCalls;
};

/** Raises alarms from room data, stores them, and notifies members. */
export function openAlarms(core: Core, deps: AlarmDeps): AlarmModule {
  const { database, store, access, feed, jobs, now, log } = core;
  const { fence } = deps;
  const rules = openRulesReader({ store, feed });
  const notices = openAlarmNotices({ jobs, deliver: (notice, signal) => notify(notice, signal) });
  const keeper = createAccidentKeeper({ store, notices });
  const notify = createNoticeTelling({ keeper, rules, now, deliver: deps.deliver });
  const facts = createRoomFactsStore(database, deps.factsDays, fence);
  const watch = createAccidentWatch({
    keeper,
    rules,
    facts,
    nowMs: () => now().getTime(),
    elapsedMs: () => performance.now(),
    fence,
    log,
  });
  const calls = createRoomCalls({
    store,
    clock: { nowMs: () => now().getTime() },
    presses: createPressStore(database),
    record: createCallRecord({ store, keeper, rules, onRaised: watch.stored }),
  });
  return {
    watch,
    calls,
    routes: [
      ...callRoutes({ access, store, calls }),
      ...accidentRoutes({
        access,
        store,
        calls,
        steps: createAccidentSteps({ keeper, rules, now }),
      }),
      ...thresholdRoutes({ access, store }),
      ...testAlarmRoutes({ access, store, keeper, onStored: watch.stored, now }),
      ...rehearsalRoutes({ access, store, facts, now, log }),
      ...usefulnessRoutes({ database, access, store }),
    ],
    async leaveRooms() {
      await watch.close();
      rules.close();
    },
  };
}
