import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from './core/database/database.ts';
import type { LeaseFence } from './core/database/lease-fence.ts';
import type { ChangeFeed } from './core/documents/change-feed.ts';
import type { DocumentAccess } from './core/documents/document-access.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { createAccidentKeeper } from './modules/alarms/accident-keeper.ts';
import { registerAccidentRoutes, type CallSteps } from './modules/alarms/accident-routes.ts';
import { createAccidentSteps } from './modules/alarms/accident-steps.ts';
import { createAccidentWatch, type AccidentWatch } from './modules/alarms/accident-watch.ts';
import { openAlarmNotices, type DeliverNotice } from './modules/alarms/alarm-notices.ts';
import { createCallRecord, type CallRecord } from './modules/alarms/call-record.ts';
import { createNoticeTelling } from './modules/alarms/notice-telling.ts';
import { registerThresholdRoutes } from './modules/alarms/threshold-routes.ts';
import { registerRehearsalRoutes } from './modules/alarms/rehearsal/rehearsal-routes.ts';
import { registerTestAlarmRoutes } from './modules/alarms/test-alarm.ts';
import { createRoomFactsStore, type RoomFactsStore } from './modules/alarms/room-facts-store.ts';
import { openRulesReader, type RulesReader } from './modules/alarms/rules-reader.ts';
import { registerUsefulnessRoutes } from './modules/alarms/usefulness-routes.ts';
import type { Bus } from './core/messaging/bus.ts';
import { createJobs } from './core/messaging/jobs/jobs.ts';

/** What raises accidents in rooms, keeps them, and tells of them. */
export type AccidentSide = {
  readonly watch: AccidentWatch;
  readonly recordCall: CallRecord;
  readonly rules: RulesReader;
  /** What the rules saw of each room, for rehearsals. */
  readonly facts: RoomFactsStore;
  readonly delivered: () => number;
  /** Once there are calls to lead to. */
  readonly registerRoutes: (
    server: FastifyInstance,
    access: DocumentAccess,
    calls: CallSteps,
  ) => void;
  readonly close: () => Promise<void>;
};

export type AccidentSideParts = {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  /** Monotonic milliseconds; left out: of this process. */
  readonly elapsedMs?: () => number;
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
  readonly fence: LeaseFence;
  readonly limits: { readonly accidents: { readonly factsDays: number } };
  /** Tells people of alarms; without it only those hear of them who look at a page. */
  readonly deliverNotice?: DeliverNotice;
};

export function openAccidentSide({
  database,
  bus,
  log,
  now,
  elapsedMs = () => performance.now(),
  store,
  feed,
  fence,
  limits,
  deliverNotice,
}: AccidentSideParts): AccidentSide {
  const jobs = createJobs({ database, bus, log });
  const rules = openRulesReader({ store, feed });
  const notices = openAlarmNotices({ jobs, deliver: (notice, signal) => tell(notice, signal) });
  const keeper = createAccidentKeeper({ store, notices });
  const tell = createNoticeTelling({
    keeper,
    rules,
    now,
    deliver: deliverNotice ?? (async () => null),
  });
  const facts = createRoomFactsStore(database, limits.accidents.factsDays, fence);
  const watch = createAccidentWatch({
    keeper,
    rules,
    facts,
    nowMs: () => now().getTime(),
    elapsedMs,
    fence,
    log,
  });
  return {
    watch,
    rules,
    facts,
    recordCall: createCallRecord({ store, keeper, rules, onRaised: watch.stored }),
    delivered: notices.delivered,
    registerRoutes(server, access, calls) {
      registerAccidentRoutes(server, {
        access,
        store,
        calls,
        steps: createAccidentSteps({ keeper, rules, now }),
      });
      registerThresholdRoutes(server, { access, store });
      registerTestAlarmRoutes(server, { access, store, keeper, onStored: watch.stored, now });
      registerRehearsalRoutes(server, { access, store, facts, now, log });
      registerUsefulnessRoutes(server, { database, access, store });
    },
    async close() {
      await watch.close();
      rules.close();
      await jobs.close();
    },
  };
}
