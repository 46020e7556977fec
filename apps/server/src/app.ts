import type { ServerOptions } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { COLLECTIONS, RULES, refuse, type DeviceAddress, type SessionReply } from '@yamori/domain';
import { openAgencySide } from './agency-side.ts';
import { closeWithin, inOrder, type CloseStep } from './core/lifecycle.ts';
import type { Limits } from './config/config.ts';
import { openCsvSide } from './csv-side.ts';
import { createExpiredRows } from './core/database/expired-rows.ts';
import type { OpenedDatabase } from './core/database/open-database.ts';
import { openDeviceSide, type DeviceSide } from './device-side.ts';
import {
  createChangeFeed,
  type ChangeFeed,
  type FeedChange,
} from './core/documents/change-feed.ts';
import { createDocumentAccess, type DocumentAccess } from './core/documents/document-access.ts';
import { registerDocumentRoutes } from './core/documents/document-routes.ts';
import { DEFAULT_DOCUMENT_LIMITS } from './core/documents/document-limits.ts';
import { createDocumentStore, type DocumentStore } from './core/documents/document-store.ts';
import { createDomainMoving } from './modules/organisations/domain-moving.ts';
import { registerDomainRoutes } from './modules/organisations/domain-routes.ts';
import { createDomainStore } from './modules/organisations/domain-store.ts';
import { openFederation } from './modules/identity/federation/federation.ts';
import type { OidcWay } from './modules/identity/federation/oidc/oidc-way.ts';
import { registerUsageRoutes } from './modules/history/usage-routes.ts';
import { createUsageStore } from './modules/history/usage-store.ts';
import type { PasswordHashing } from './modules/identity/auth-engine.ts';
import { createIdentity, type Identity } from './modules/identity/identity.ts';
import { requireSameStanding } from './modules/identity/same-standing.ts';
import { registerIdentityRoutes } from './modules/identity/identity-routes.ts';
import { registerMemberRoutes } from './modules/identity/members/member-routes.ts';
import { registerProfileRoutes } from './modules/identity/profile/profile-routes.ts';
import {
  createRegistration,
  type Registration,
} from './modules/identity/registration/registration.ts';
import type { RegistrationOptions } from './modules/identity/registration/registration-parts.ts';
import { registerRegistrationRoutes } from './modules/identity/registration/registration-routes.ts';
import { openFleetSide } from './fleet-side.ts';
import { installDisclosures } from './core/http/disclosures.ts';
import { createHttpServer, type ServerPhase } from './core/http/http-server.ts';
import { openImportSide, type ImportSide } from './import-side.ts';
import { invariantsOf } from './invariants.ts';
import { EXPORT_MOST_CHANNELS, openExports } from './modules/exports/exports.ts';
import { readRoomStreams } from './modules/nights/room-streams-store.ts';
import { openNightSide, type NightSide } from './night-side.ts';
import { openNoticeSide, type NoticeOptions } from './notice-side.ts';
import { openReportSide } from './report-side.ts';
import type { ReportMails } from './modules/reports/report-mails.ts';
import { endSavedOf, requireLendable } from './modules/reports/saved-reports.ts';
import { registerReadiness, type ReadinessCheck } from './core/http/readiness.ts';
import { registerWebFiles } from './core/http/web-files.ts';
import type { Mail } from './core/mail/mail.ts';
import { createDisclosureRecord } from './modules/history/disclosure-record.ts';
import { redactHistory } from './modules/history/redact-history.ts';
import { registerUpdateHistoryRoutes } from './modules/history/update-history-routes.ts';
import type { Bus } from './core/messaging/bus.ts';

/**
 * What the application is made of; opened and closed by whoever calls. No environment and no port
 * in here.
 */
export type AppDependencies = {
  readonly database: OpenedDatabase;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  /** Code of a clock problem of this machine or the database; null when both are right. */
  readonly clockWarning?: () => string | null;
  /** Clock of this machine minus the database's clock. */
  readonly clockAheadMs?: () => number;
  /** Tells this server from others on the same Bus and database. */
  readonly serverId: string;
  readonly limits: Limits;
  /** Time for proxies to notice that `/readyz` fails, before anything closes; default: 0. */
  readonly drainMs?: number;
  /** Built web application; null leaves pages out. */
  readonly webFolder: string | null;
  readonly publicOrigin: string | null;
  /** The name or address that we listen at. */
  readonly listenHost?: string;
  /** Where devices are told to send. */
  readonly deviceAddress?: DeviceAddress;
  readonly secure: boolean;
  readonly tls: Pick<ServerOptions, 'cert' | 'key'> | null;
  readonly trustedProxies: readonly string[];
  /** The key of the installation (modules/identity/keys). */
  readonly secret: string;
  /** How passwords are hashed; left out: at the full cost. */
  readonly passwordHashing?: PasswordHashing;
  readonly demonstrationAccounts: SessionReply['demonstrationAccounts'];
  /** OpenID providers that people may come by. */
  readonly oidcWays: readonly OidcWay[];
  readonly mail: Mail;
  /** Who may have an account without being invited. */
  readonly registration: RegistrationOptions;
  /** Whether this server looks at nights that are over; absent: others do. */
  readonly analysesNights?: boolean;
  readonly metricsToken?: string | undefined;
  /**
   * By which ways members are told of alarms who look at no page; left out: by mail, where there is
   * one.
   */
  readonly notices?: NoticeOptions;
};

export type App = {
  readonly server: FastifyInstance;
  readonly identity: Identity;
  readonly registration: Registration;
  readonly store: DocumentStore;
  /** The same documents, written at the time of another clock: a demonstration's past. */
  readonly storeAt: (clock: () => Date) => DocumentStore;
  readonly feed: ChangeFeed;
  readonly devices: DeviceSide;
  readonly importing: ImportSide;
  readonly nights: NightSide;
  readonly reports: ReportMails;
  readonly close: () => Promise<void>;
};

export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { database, bus, log, now, limits } = dependencies;
  const state: { phase: ServerPhase } = { phase: 'serving' };
  const storeAt: App['storeAt'] = (clock) =>
    createDocumentStore({
      database,
      bus,
      collections: COLLECTIONS,
      clock,
      log,
      limits: { ...DEFAULT_DOCUMENT_LIMITS, writesPerBatch: limits.writesPerBatch },
      invariants: invariantsOf(clock),
      records: true,
      standsStill: requireSameStanding,
    });
  const store = storeAt(now);
  const identity = await createIdentity({
    ...dependencies,
    pool: database.pool,
    recordActs: store.recordActs,
    signInsPerAddress: limits.signInsPerAddress,
    signInsPerAccount: limits.signInsPerAccount,
    sessionIdleSeconds: limits.sessionIdleHours * 3600,
  });
  const server = createHttpServer({
    ...dependencies,
    lookupSession: identity.sessionOf,
    bodyLimitBytes: limits.bodyBytes,
    requestsPerMinutePerAddress: limits.requestsPerMinutePerAddress,
    now: () => now().getTime(),
    phase: () => state.phase,
  });
  const recordDisclosures = createDisclosureRecord({ database, store, now, log });
  installDisclosures(server, recordDisclosures);
  const feed = createChangeFeed({ database, bus, clock: now, log });
  await feed.start();

  const people = await openPeople({ ...dependencies, server, identity, store, feed });
  const endExpiry = createExpiredRows({ database, now, log }).start();
  const access = createDocumentAccess({
    store,
    rules: RULES,
    offers: (method) => (method === 'line' || method === 'google') && identity.waysIn()[method],
  });
  openDocuments(server, { access, store, database, identity });
  await openRecords(server, { ...dependencies, store });
  const notices = await openNoticeSide({ ...dependencies, server, store, access });
  const devices = await openDeviceSide({
    ...dependencies,
    server,
    identity,
    store,
    access,
    feed,
    recordDisclosures,
    deliverNotice: notices.deliver,
  });
  const nights = openNightSide({ ...dependencies, server, store, timeline: devices.timeline });
  const importing = await openImportSide({
    ...dependencies,
    server,
    store,
    timeline: devices.timeline,
    afterStored: nights.nights.afterStored,
    afterRemoved: nights.nights.afterRemoved,
  });
  await openCsvSide({
    ...dependencies,
    server,
    store,
    jobs: importing.jobs,
    registration: people.registration.parts,
  });
  openExports({
    server,
    store,
    limits: limits.exports,
    timeline: devices.timeline,
    readStreams: (range) =>
      readRoomStreams({ database, store, timeline: devices.timeline }, range, EXPORT_MOST_CHANNELS),
  });
  const checks = openReadiness(server, dependencies, { store, devices });
  const { billPapers, deviceDays } = openAgencySide({ ...dependencies, server, store });
  const reports = openReportSide({
    ...dependencies,
    server,
    store,
    jobs: nights.jobs,
    mayOpenOnce: people.registration.mayOpenOnce,
    endLinksTo: people.registration.endLinksTo,
  });
  openFleetSide({
    ...dependencies,
    server,
    devices,
    jobs: nights.jobs,
    checks,
    turns: { billPapers, deviceDays, tomographs: devices.tomographs },
  });
  await registerWebFiles(server, dependencies.webFolder);
  const rest = [
    endExpiry,
    reports.close,
    importing.close,
    nights.close,
    devices.close,
    notices.close,
    people.close,
    feed.close,
    identity.close,
  ];

  return {
    server,
    identity,
    registration: people.registration,
    store,
    storeAt,
    feed,
    devices,
    importing,
    nights,
    reports,
    close: () =>
      closeApp({ server, devices, rest, log, state, drainMs: dependencies.drainMs ?? 0 }),
  };
}

type ClosingParts = {
  readonly server: FastifyInstance;
  readonly devices: DeviceSide;
  readonly rest: readonly (() => unknown)[];
  readonly log: Logger;
  readonly state: { phase: ServerPhase };
  readonly drainMs: number;
};

/** Rooms first, so that another server owns them while devices and people still reach this one. */
async function closeApp(parts: ClosingParts): Promise<void> {
  const { server, devices, rest, log, state } = parts;
  const refuseRequests = (): void => {
    state.phase = 'stopping';
  };
  state.phase = 'draining';
  await pause(parts.drainMs);
  // Those that were used while draining are closed already.
  server.server.closeIdleConnections();
  const steps: readonly CloseStep[] = [
    { name: 'rooms', limitMs: 1_200, close: devices.leaveRooms },
    { name: 'leases', limitMs: 800, close: devices.giveLeases },
    { name: 'devices', limitMs: 1_500, close: inOrder([refuseRequests, devices.ingest.close]) },
    { name: 'answers', limitMs: 1_500, close: () => server.close() },
    { name: 'connections', limitMs: 100, close: () => server.server.closeAllConnections() },
    { name: 'jobs', limitMs: 1_500, close: inOrder(rest) },
  ];
  for (const step of steps) await closeWithin(step, log);
}

/** What is stored, and how organisations move. */
function openDocuments(
  server: FastifyInstance,
  {
    access,
    store,
    database,
    identity,
  }: {
    readonly access: DocumentAccess;
    readonly store: DocumentStore;
    readonly database: OpenedDatabase;
    readonly identity: Identity;
  },
): void {
  registerDocumentRoutes(server, { access });
  registerDomainRoutes(server, {
    access,
    moving: createDomainMoving({
      store,
      domains: createDomainStore(store, database),
      onMoved: (domainIds) => domainIds.forEach(identity.announceDomainChange),
    }),
  });
}

function openReadiness(
  server: FastifyInstance,
  dependencies: AppDependencies,
  { store, devices }: { readonly store: DocumentStore; readonly devices: DeviceSide },
): readonly ReadinessCheck[] {
  const checks = [
    ...readinessChecks(dependencies, store),
    { name: 'live', check: devices.live.ready },
  ];
  registerReadiness(server, {
    checks,
    servers: devices.servers,
    ...(dependencies.clockWarning === undefined ? {} : { clockWarning: dependencies.clockWarning }),
  });
  return checks;
}

type PeopleParts = AppDependencies & {
  readonly server: FastifyInstance;
  readonly identity: Identity;
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
};

/** Who comes in, and how people come to have an account. */
async function openPeople(parts: PeopleParts) {
  const { server, identity, store, feed } = parts;
  registerIdentityRoutes(server, identity);
  const federation = await openFederation(parts);
  const registration = createRegistration({
    ...parts,
    store,
    identity,
    options: parts.registration,
    requireLendable,
    endKeptOf: (endLinksTo) => (queries, userId) => endSavedOf(endLinksTo, queries, userId),
  });
  registerPeopleRoutes(server, registration);
  const members = feed.follow((event) => {
    if (event.kind === 'changes') tellOfMembers(identity, event.changes);
  });
  return { registration, close: inOrder([members.close, registration.close, federation.close]) };
}

/** What was done, and what is used. */
async function openRecords(
  server: FastifyInstance,
  { database, now, store }: AppDependencies & { readonly store: DocumentStore },
): Promise<void> {
  await redactHistory({ database, now });
  registerUpdateHistoryRoutes(server, { database, now, store });
  registerUsageRoutes(server, { usage: createUsageStore(database), now });
}

function registerPeopleRoutes(server: FastifyInstance, { parts }: Registration): void {
  registerRegistrationRoutes(server, parts);
  registerProfileRoutes(server, parts);
  registerMemberRoutes(server, parts);
}

/**
 * A member's document says what they may do: their sessions are looked at again as soon as it
 * changes, whoever wrote it.
 */
function tellOfMembers(identity: Identity, changes: readonly FeedChange[]): void {
  const members = changes.filter(({ collection }) => collection === 'staff');
  for (const { path } of members) identity.announceChange(path.slice('staff/'.length));
  // An organisation says which second factor and which ways in it wants.
  for (const { collection, path } of changes)
    if (collection === 'domain') identity.announceDomainChange(path.slice('domain/'.length));
}

/** Ready means: the board can show live rooms. */
const readinessChecks = (
  { database, bus }: AppDependencies,
  store: DocumentStore,
): ReadinessCheck[] => [
  { name: 'database', check: () => database.ping() },
  {
    name: 'bus',
    check: async () => {
      const state = bus.state();
      if (state.kind === 'disconnected')
        throw refuse('bus-disconnected', { details: { reason: state.reason } });
    },
  },
  {
    name: 'rooms',
    check: async () => {
      await store.list({
        collection: 'room',
        group: false,
        filters: [],
        orderBy: [],
        offset: 0,
        limit: 1,
      });
    },
  },
];
