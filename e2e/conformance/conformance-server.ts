import { addRoutes } from '../../apps/server/src/core/http/route.ts';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import {
  ACCESS_LEVELS,
  defineCollection,
  EVERYTHING,
  LIVE_PATH,
  type Actor,
  type Collection,
  type CollectionRule,
} from '@yamori/domain';
import { z } from 'zod';
import type { Database } from '../../apps/server/src/core/database/database.ts';
import { createChangeFeed } from '../../apps/server/src/core/documents/change-feed.ts';
import { createDocumentAccess } from '../../apps/server/src/core/documents/document-access.ts';
import { documentRoutes } from '../../apps/server/src/core/documents/document-routes.ts';
import { createDocumentStore } from '../../apps/server/src/core/documents/document-store.ts';
import {
  createSubscriptions,
  type Subscriptions,
} from '../../apps/server/src/core/documents/subscriptions.ts';
import { createFrameFanout } from '../../apps/server/src/modules/telemetry/viewers/frame-fanout.ts';
import { LIVE_LIMITS } from '../../apps/server/src/modules/telemetry/live.ts';
import { serveLiveSession } from '../../apps/server/src/modules/telemetry/viewers/live-session.ts';
import { createWriteCoalescer } from '../../apps/server/src/modules/telemetry/viewers/socket-send-buffer.ts';
import { createHttpServer } from '../../apps/server/src/core/http/http-server.ts';
import { registerSocket } from '../../apps/server/src/core/http/live-socket.ts';
import { createInProcessBus } from '../../apps/server/src/core/messaging/in-process-bus.ts';

const anything = z.unknown().optional();

const FIELDS = ['a', 'b', 'c', 'd', 'e', 'h', 'z', 'foo', '*', '~', '_0', 'a.b'];

/** The collection of the cases, whose fields accept any value. */
export const collectionC = (more: readonly string[] = []): Collection =>
  defineCollection(
    'C',
    null,
    null,
    Object.fromEntries([...FIELDS, ...more].map((name) => [name, anything])),
  );
export const CASE_COLLECTIONS = { C: collectionC() } as const;

const open: CollectionRule = {
  visibleTo: () => EVERYTHING,
  mayCreate: () => true,
  mayUpdate: () => true,
  mayDelete: () => true,
  hiddenFields: () => [],
  serverFields: [],
};
const actor: Actor = {
  userId: 'tester',
  accessLevel: ACCESS_LEVELS.seniorDeveloper,
  domainId: null,
  rootDomainId: null,
  hasOwnHome: false,
  reach: { kind: 'everything' },
  singleTimeToken: null,
};
/** The cookie of the only session. */
export const SESSION_COOKIE = 'session=tester';

export type ConformanceServer = {
  readonly baseUrl: string;
  readonly socketUrl: string;
  readonly cookie: string;
  /** Includes the number of subscriptions that resumed from a token. */
  readonly counters: Subscriptions['counters'];
  readonly close: () => Promise<void>;
};

type ConformanceServerOptions = {
  readonly collections?: { readonly C: Collection };
  readonly database: Database;
  readonly port?: number;
};

/**
 * The document layer as in the product (PostgreSQL, change feed, HTTP, socket), with one collection
 * and one user.
 */
export async function openConformanceServer({
  collections = CASE_COLLECTIONS,
  database,
  port: wantedPort = 0,
}: ConformanceServerOptions): Promise<ConformanceServer> {
  const log = pino({ level: 'silent' });
  const clock = (): Date => new Date();
  const bus = createInProcessBus(log);
  const store = createDocumentStore({ database, bus, collections, clock, log });
  const feed = createChangeFeed({ database, bus, clock, log });
  await feed.start();
  const rules = { C: open };
  const subscriptions = createSubscriptions({ store, database, rules, feed, clock, log });
  const lookupSession = async (cookies: string | undefined) =>
    cookies === SESSION_COOKIE ? { sessionId: 's', actor } : null;
  const server = createHttpServer({
    log,
    lookupSession,
    bodyLimitBytes: 1024 * 1024,
    requestsPerMinutePerAddress: 1_000_000,
    trustedProxies: [],
    publicOrigin: null,
    secure: false,
    tls: null,
    now: () => Date.now(),
  });
  addRoutes(server, documentRoutes({ access: createDocumentAccess({ store, rules }) }));
  const coalescer = createWriteCoalescer(0);
  const viewerClock = { nowMs: () => Date.now() };
  const fanout = createFrameFanout(
    bus,
    viewerClock,
    { keepSeconds: 30, maxBytes: 1024 * 1024 },
    () => undefined,
  );
  const limits = {
    subscriptions: 100,
    watches: 10,
    openings: { capacity: 100_000, perSecond: 100_000 },
    send: { ...LIVE_LIMITS.viewer.send, stuckSeconds: 30 },
  };
  registerSocket(
    server,
    LIVE_PATH,
    {
      lookupSession,
      onSessionsChanged: () => () => undefined,
      publicOrigin: null,
      perMember: 10,
      perServer: 100,
    },
    (socket, request) =>
      serveLiveSession({ socket, raw: request.socket }, actor, {
        clock: viewerClock,
        limits,
        coalescer,
        onRefused: () => undefined,
        onDisclosed: () => undefined,
        subscriptions,
        fanout,
        describe: () => null,
      }),
  );
  await server.listen({ port: wantedPort, host: '127.0.0.1' });
  // A server that listens on a port has an AddressInfo.
  const { port } = server.server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}${LIVE_PATH}`,
    cookie: SESSION_COOKIE,
    counters: subscriptions.counters,
    close: async () => {
      await server.close();
      subscriptions.close();
      coalescer.close();
      await feed.close();
      await bus.close();
    },
  };
}
