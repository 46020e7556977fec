import { randomUUID } from 'node:crypto';
import {
  accidentCollection,
  roomCollection,
  UNKNOWN_FACTS,
  type Accident,
  type RoomAccident,
  type RoomEvent,
  type RoomFacts,
} from '@yamori/domain';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createChangeFeed } from '../../../core/documents/change-feed.ts';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { createJobs } from '../../../core/messaging/jobs/jobs.ts';
import { createPressStore } from '../../../core/timeline/staging/press-store.ts';
import { createAlarmRepository, type AlarmRepository } from '../repository.ts';
import { createAlarmService, type AlarmService } from '../service.ts';
import { createAlarmEvaluator, type AlarmEvaluator } from '../alarm-evaluator.ts';
import {
  openAlarmNotificationQueue,
  type AlarmNotification,
  type NotificationOutcome,
} from '../alarm-notifications.ts';
import { createNotificationDelivery } from '../notification-delivery.ts';
import { createRoomFactsStore, type RoomFactsStore } from '../room-facts-store.ts';
import { openRuleCache, type RuleCache } from '../rule-cache.ts';

/** The alarm services of one server, on a database that several share. */
export type AccidentServer = {
  readonly evaluator: AlarmEvaluator;
  readonly repository: AlarmRepository;
  readonly service: AlarmService;
  readonly rules: RuleCache;
  readonly recordOutcome: (notice: AlarmNotification) => Promise<void>;
  /** As by kill -9: stores nothing more. */
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
};

export type AccidentFixture = {
  readonly documents: TestDocuments;
  readonly facts: RoomFactsStore;
  /** Milliseconds, advanced by the test. */
  readonly clock: { nowMs: number };
  /** Added to the clock to give the monotonic one. */
  readonly elapsed: { stepMs: number };
  readonly sent: readonly AlarmNotification[];
  /** The outcomes of the messages of each step, for `recordOutcome`. */
  readonly outcomes: Map<number, NotificationOutcome>;
  /** A room of an organisation with these fields, and a quiet live state. */
  readonly room: (domain?: object, room?: object) => Promise<string>;
  readonly server: () => AccidentServer;
  /**
   * A heartbeat of a second on these servers with the facts of the room; other facts stay
   * unchanged.
   */
  readonly beat: (
    servers: readonly AccidentServer[],
    roomId: string,
    change?: Partial<RoomFacts>,
    seconds?: number,
  ) => Promise<void>;
  readonly fall: (server: AccidentServer, roomId: string) => Promise<void>;
  readonly open: (roomId: string) => Promise<readonly RoomAccident[]>;
  readonly all: (roomId: string) => Promise<readonly (Accident & { readonly id: string })[]>;
  readonly close: () => Promise<void>;
};

const QUIET_LIVE = {
  presence: 'inBed',
  presenceSince: new Date(0),
  sleepState: 'asleep',
  sleepStateSince: new Date(0),
  heartRate: null,
  respirationRate: null,
  temperature: null,
  posture: 'unknown',
  postureAt: null,
  lastFrameAt: null,
  fault: 'none',
  faultSince: new Date(0),
  faultSerial: null,
};
const ASLEEP: RoomFacts = {
  ...UNKNOWN_FACTS,
  areDevicesUnknown: false,
  presence: 'inBed',
  sleepState: 'asleep',
  heartRate: 60,
  respirationRate: 14,
  breath: { kind: 'seen' },
};
/** 23:00 in Japan. */
const NIGHT_MS = Date.UTC(2026, 10, 22, 14);

/** Reads the store and the open alarms of a room; cached until the next commit. */
function createOpenReader(store: DocumentStore) {
  let commits = 0;
  const lastReads = new Map<string, { commits: number; open: readonly RoomAccident[] }>();
  return {
    store: {
      ...store,
      commit: (writes, author) =>
        store.commit(writes, author).finally(() => {
          commits += 1;
        }),
    } satisfies DocumentStore,
    listOpen: async (roomId: string): Promise<readonly RoomAccident[]> => {
      const last = lastReads.get(roomId);
      if (last?.commits === commits) return last.open;
      const before = commits;
      const [room] = await store.read([`room/${roomId}`]);
      const live = roomCollection.schema.shape.live.parse(room?.data['live'] ?? null);
      const open = live?.accidents ?? [];
      lastReads.set(roomId, { commits: before, open });
      return open;
    },
  };
}

export async function startAccidentFixture(
  deliver: (notification: AlarmNotification) => Promise<NotificationOutcome | null> = async () =>
    null,
): Promise<AccidentFixture> {
  const opened = await openTestDocuments();
  const { bus, temporary } = opened;
  const { store, listOpen } = createOpenReader(opened.store);
  const documents: TestDocuments = { ...opened, store };
  const database = temporary.database;
  const log = pino({ level: 'silent' });
  const feed = createChangeFeed({ database, bus, clock: () => new Date(), log, pollMs: 20 });
  await feed.start();
  const clock = { nowMs: NIGHT_MS };
  const elapsed = { stepMs: 0 };
  const sent: AlarmNotification[] = [];
  const outcomes = new Map<number, NotificationOutcome>();
  const facts = createRoomFactsStore(database, 40);
  const known = new Map<string, RoomFacts>();

  return {
    documents,
    facts,
    clock,
    elapsed,
    sent,
    outcomes,
    async room(domain = {}, room = {}) {
      const roomId = `r-${randomUUID()}`;
      await store.commit(
        [
          aDomain(`d-${roomId}`, null, { ...domain }),
          aRoom(roomId, `d-${roomId}`, { live: QUIET_LIVE, ...room }),
        ],
        SERVER,
      );
      return roomId;
    },
    server() {
      const server = { alive: true };
      const jobs = createJobs({ database, bus, log, limits: { pollMs: 50 } });
      const notifications = openAlarmNotificationQueue({
        jobs,
        deliver: (notification, signal) => handlers.deliver(notification, signal),
        recordOutcome: (notification, signal) => handlers.recordOutcome(notification, signal),
      });
      const rules = openRuleCache({ store, feed });
      const dead = <Work extends (...given: never[]) => Promise<unknown>>(work: Work): Work =>
        // Has the same signature; rejects once the server is dead.
        ((...given: Parameters<Work>) =>
          server.alive ? work(...given) : Promise.reject(new Error('dead'))) as Work;
      const repository = createAlarmRepository({
        store: { ...store, commit: dead(store.commit) },
        notifications,
      });
      const handlers = createNotificationDelivery({
        repository,
        rules,
        now: () => new Date(clock.nowMs),
        delivery: {
          deliver: async (notification) => {
            const outcome = await deliver({
              ...notification,
              userIds: [...(notification.userIds ?? ['everybody'])],
            });
            sent.push({ ...notification, userIds: [...(notification.userIds ?? [])] });
            return outcome;
          },
          readOutcome: async ({ step }) => outcomes.get(step) ?? { people: [], isSending: false },
        },
      });
      const evaluator = createAlarmEvaluator({
        repository,
        rules,
        facts: { ...facts, append: dead(facts.append) },
        nowMs: () => clock.nowMs,
        elapsedMs: () => clock.nowMs + elapsed.stepMs,
        log,
      });
      const stop = async (): Promise<void> => {
        await evaluator.close();
        rules.close();
        await jobs.close();
      };
      // Otherwise it looks for jobs until the last test ends.
      onTestFinished(stop);
      return {
        evaluator,
        repository,
        rules,
        recordOutcome: (notice) => handlers.recordOutcome(notice, new AbortController().signal),
        service: createAlarmService({
          repository,
          presses: createPressStore(database),
          rules,
          now: () => new Date(clock.nowMs),
          onRaised: evaluator.stored,
        }),
        stop,
        kill: () => {
          server.alive = false;
        },
      };
    },
    async beat(servers, roomId, change = {}, seconds = 1) {
      const seen = { ...(known.get(roomId) ?? ASLEEP), ...change };
      known.set(roomId, seen);
      for (let second = 0; second < seconds; second += 1) {
        clock.nowMs += 1000;
        for (const { evaluator } of servers) {
          evaluator.observe(
            new Map([[roomId, { facts: seen, open: await listOpen(roomId) }]]),
            clock.nowMs,
          );
          await evaluator.idle();
        }
      }
    },
    async fall(server, roomId) {
      const event: RoomEvent = {
        kind: 'fall',
        atMs: clock.nowMs - 3000,
        serial: 'A',
        streamId: 1,
        deviceTimeUs: (clock.nowMs - 3000) * 1000,
      };
      server.evaluator.happened(roomId, event, clock.nowMs);
      await server.evaluator.idle();
    },
    open: listOpen,
    async all(roomId) {
      const found = await store.list({
        collection: `room/${roomId}/accident`,
        group: false,
        filters: [],
        orderBy: [{ field: ['raisedAt'], direction: 'asc' }],
        offset: 0,
      });
      return found.map(({ id, data }) => ({ id, ...accidentCollection.schema.parse(data) }));
    },
    async close() {
      await feed.close();
      await documents.close();
    },
  };
}
