import { COLLECTIONS, ProblemError, RULES } from '@yamori/domain';
import type { Logger } from 'pino';
import { createExpiredRows } from './database/expired-rows.ts';
import type { OpenedDatabase } from './database/open-database.ts';
import { createChangeFeed, type ChangeFeed } from './documents/change-feed.ts';
import { createDocumentAccess, type DocumentAccess } from './documents/document-access.ts';
import { DEFAULT_DOCUMENT_LIMITS } from './documents/document-limits.ts';
import { documentRoutes } from './documents/document-routes.ts';
import {
  createDocumentStore,
  type DocumentStore,
  type DocumentStoreOptions,
} from './documents/document-store.ts';
import type { OffersMethod } from './documents/writing/sign-in-change.ts';
import type { ReadinessCheck } from './http/readiness.ts';
import { closeAll } from './lifecycle.ts';
import type { Mail } from './mail/mail.ts';
import type { Bus } from './messaging/bus.ts';
import { createJobs, type Jobs } from './messaging/jobs/jobs.ts';
import type { Module } from './module.ts';
import { createTimeline, type Timeline } from './timeline/timeline.ts';

/** Opened before the application and closed after it. */
export type Connections = {
  /** Identifies this server among those on the same Bus and database. */
  readonly serverId: string;
  readonly database: OpenedDatabase;
  readonly bus: Bus;
  readonly mail: Mail;
  readonly log: Logger;
  readonly now: () => Date;
  /** Clock of this machine minus the database's clock. */
  readonly clockAheadMs?: () => number;
  readonly publicOrigin: string | null;
  /** Key of the installation. */
  readonly secret: string;
};

/** Services that every module may use. Depends on no module. */
export type Core = Connections &
  Module & {
    readonly jobs: Jobs;
    readonly store: DocumentStore;
    /** The same documents with another clock, for the demo's history. */
    readonly storeAt: (clock: () => Date) => DocumentStore;
    readonly access: DocumentAccess;
    readonly feed: ChangeFeed;
    readonly timeline: Timeline;
    readonly checks: readonly ReadinessCheck[];
  };

type CoreOptions = {
  readonly writesPerBatch: number;
  readonly invariants: (now: () => Date) => NonNullable<DocumentStoreOptions['invariants']>;
  readonly recheckPermissions: NonNullable<DocumentStoreOptions['recheckPermissions']>;
  /** Sign-in methods that an organisation may allow. */
  readonly offers: OffersMethod;
};

export async function openCore(connections: Connections, options: CoreOptions): Promise<Core> {
  const { database, bus, log, now, serverId } = connections;
  const storeAt: Core['storeAt'] = (clock) =>
    createDocumentStore({
      database,
      bus,
      collections: COLLECTIONS,
      clock,
      log,
      limits: { ...DEFAULT_DOCUMENT_LIMITS, writesPerBatch: options.writesPerBatch },
      invariants: options.invariants(clock),
      records: true,
      recheckPermissions: options.recheckPermissions,
    });
  const store = storeAt(now);
  const access = createDocumentAccess({ store, rules: RULES, offers: options.offers });
  const feed = createChangeFeed({ database, bus, clock: now, log });
  await feed.start();
  const timeline = createTimeline({
    database,
    clock: { nowMs: () => now().getTime() },
    log,
    serverId,
  });
  const compactor = timeline.startCompactor(database.url);
  const stopExpiry = createExpiredRows({ database, now, log }).start();
  return {
    ...connections,
    jobs: createJobs({ database, bus, log }),
    store,
    storeAt,
    access,
    feed,
    timeline,
    routes: documentRoutes({ access }),
    checks: [
      { name: 'database', check: () => database.ping() },
      { name: 'bus', check: async () => requireConnected(bus) },
    ],
    close: closeAll([stopExpiry, compactor.close, feed.close]),
  };
}

function requireConnected(bus: Bus): void {
  const state = bus.state();
  if (state.kind === 'disconnected')
    throw new ProblemError('bus-disconnected', { details: { reason: state.reason } });
}
