import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LIVE_PATH, refuse, RULES, type DeviceAddress } from '@yamori/domain';
import { loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openAccidentSide, type AccidentSide } from './accident-side.ts';
import type { Limits } from './config/config.ts';
import type { Database } from './core/database/database.ts';
import type { ChangeFeed } from './core/documents/change-feed.ts';
import type { DocumentAccess } from './core/documents/document-access.ts';
import type { DocumentStore } from './core/documents/document-store.ts';
import { createSubscriptions } from './core/documents/subscriptions.ts';
import type { Identity } from './modules/identity/identity.ts';
import { createDevicePlacing } from './modules/devices/device-placing.ts';
import { createDeviceStore } from './modules/devices/device-store.ts';
import { createRecordedStore } from './modules/devices/recorded-store.ts';
import { createStayStore } from './modules/devices/stay-store.ts';
import { createAlikeStore } from './modules/devices/alike-store.ts';
import { registerDeviceRoutes } from './modules/devices/device-routes.ts';
import { inOrder } from './core/lifecycle.ts';
import type { DeliverNotice } from './modules/alarms/alarm-notices.ts';
import { createIngest, type Ingest } from './modules/telemetry/ingest/ingest.ts';
import { INGEST_LIMITS } from './modules/telemetry/ingest/ingest-limits.ts';
import { registerIngestRoutes } from './modules/telemetry/ingest/ingest-routes.ts';
import { LIVE_LIMITS, openLive, type Live } from './modules/telemetry/live.ts';
import { registerLiveRoutes } from './modules/telemetry/live-routes.ts';
import { createLogReader } from './modules/telemetry/rooms/log-reader.ts';
import { createRoomLeases, type ServerStatus } from './modules/telemetry/rooms/room-leases.ts';
import { registerTimelineRoutes } from './modules/nights/timeline-routes.ts';
import { createLoanStore } from './modules/devices/loans/loan-store.ts';
import { openLoans, type Loans } from './modules/devices/loans/loans.ts';
import { subnetOf } from './core/http/address-limit.ts';
import type { RecordDisclosures } from './core/http/disclosures.ts';
import { registerSocket } from './core/http/live-socket.ts';
import type { Bus } from './core/messaging/bus.ts';
import type { TurnsStanding } from './core/messaging/jobs/turns.ts';
import { createPressStore } from './core/timeline/staging/press-store.ts';
import type { Clock } from './core/timeline/timeline-frame.ts';
import { createTimeline, type Timeline } from './core/timeline/timeline.ts';

/**
 * Everything between a device and a screen: who has it, ingest, timeline, live state, the browsers'
 * socket.
 */
export type DeviceSide = {
  readonly ingest: Ingest;
  readonly timeline: Timeline;
  readonly live: Live;
  readonly loans: Loans;
  readonly accidents: AccidentSide;
  /** Questions about tomographs that are worked out and wait. */
  readonly tomographs: () => TurnsStanding;
  readonly servers: () => readonly ServerStatus[];
  /** Commits of this server that were refused because another owns the room by now. */
  readonly leasesLost: () => number;
  /** Stores what the rules of the rooms saw. The first to close. */
  readonly leaveRooms: () => Promise<void>;
  /** Gives the rooms to the other servers. The second. */
  readonly giveLeases: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type DeviceSideParts = {
  readonly database: Database & { readonly url: string };
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly serverId: string;
  readonly clockAheadMs?: (() => number) | undefined;
  readonly limits: Limits;
  readonly publicOrigin: string | null;
  readonly listenHost?: string | undefined;
  /** Where devices are told to send; left out: the default port of this host. */
  readonly deviceAddress?: DeviceAddress | undefined;
  readonly server: FastifyInstance;
  readonly identity: Identity;
  readonly store: DocumentStore;
  readonly access: DocumentAccess;
  readonly feed: ChangeFeed;
  readonly recordDisclosures: RecordDisclosures;
  /** Tells people of alarms who look at no page; left out: nobody. */
  readonly deliverNotice?: DeliverNotice;
};

export async function openDeviceSide(parts: DeviceSideParts): Promise<DeviceSide> {
  const { database, bus, log, now, server, identity, store, feed, access, limits } = parts;
  const clock = { nowMs: () => now().getTime() };
  const timeline = createTimeline({ database, clock, log, serverId: parts.serverId });
  const subscriptions = createSubscriptions({
    store,
    database,
    rules: RULES,
    feed,
    clock: now,
    log,
  });

  const { leases, logReader } = await openLeases(parts, timeline, clock);
  const leaseTimer = setInterval(() => void leases.pass(), LEASE_PASS_MS);
  const accidents = openAccidentSide({ ...parts, fence: leases.fence });
  // Ingest asks the live side which devices there are, and the live side tells ingest when one of
  // them changes.
  let ingest: Ingest | null = null;
  const live = await openLive({
    bus,
    serverId: parts.serverId,
    store,
    presses: createPressStore(database),
    feed,
    subscriptions,
    clock,
    log,
    observer: accidents.watch,
    recordCall: accidents.recordCall,
    leases,
    logReader,
    decoder: await readDecoder(),
    limits: { ...LIVE_LIMITS, viewer: { ...LIVE_LIMITS.viewer, ...limits.viewer } },
    onDeviceChanged: (serial) => {
      ingest
        ?.deviceChanged(serial)
        .catch((error: unknown) =>
          log.warn({ err: error, serial }, 'a changed device could not be read again'),
        );
    },
    onDeviceMoved: (moved) => {
      timeline.assignments
        .change({ ...moved, atUs: clock.nowMs() * 1000 })
        .catch((error: unknown) =>
          log.warn(
            { err: error, serial: moved.serial },
            'where a device stands could not be noted',
          ),
        );
    },
  });
  ingest = createIngest({
    bus,
    timeline,
    clock,
    log,
    limits: limits.ingest,
    findDevice: live.findDevice,
    instanceId: parts.serverId,
  });
  const compactor = timeline.startCompactor(database.url);
  const loans = openLoans({ store: createLoanStore(store), feed, now, log });

  await registerIngestRoutes(server, { ingest, limits: { ...INGEST_LIMITS, ...limits.ingest } });
  registerDeviceRoutes(server, {
    devices: createDeviceStore(store),
    placing: createDevicePlacing(store),
    stays: createStayStore(store, timeline.assignments, now),
    recorded: createRecordedStore({ database, store, timeline }),
    alike: createAlikeStore({ database, access }),
    randomBytes,
    now,
    address: parts.deviceAddress ?? { host: null, port: 18_830, tls: false },
  });
  const { tomographs } = registerTimelineRoutes(server, { database, store, timeline, now });
  registerLiveRoutes(server, { access, store, calls: live.calls });
  accidents.registerRoutes(server, access, live.calls);
  registerSocket(
    server,
    LIVE_PATH,
    {
      lookupSession: identity.sessionOf,
      onSessionsChanged: identity.onSessionsChanged,
      publicOrigin: parts.publicOrigin,
      listenHost: parts.listenHost,
      isDatabaseAway: database.isAway,
      perMember: limits.socketsPerMember,
      perServer: limits.socketsPerServer,
    },
    (socket, request, actor) =>
      live.serve({ socket, raw: request.socket }, actor, (disclosures) => {
        void parts.recordDisclosures(
          { userId: actor.userId, address: subnetOf(server.addressOf(request)) },
          disclosures,
        );
      }),
  );

  const opened = ingest;
  return {
    ingest: opened,
    timeline,
    live,
    loans,
    accidents,
    tomographs,
    servers: leases.serverStatus,
    leasesLost: leases.refusals,
    leaveRooms: inOrder([live.close, accidents.close]),
    giveLeases: inOrder([() => clearInterval(leaseTimer), leases.close]),
    close: inOrder([loans.close, subscriptions.close, compactor.close]),
  };
}

const LEASE_PASS_MS = 1_000;

/** The rooms of this server, and how far their frames were read. */
async function openLeases(
  { database, bus, log, serverId, clockAheadMs }: DeviceSideParts,
  { stagingLog, readSlots }: Timeline,
  clock: Clock,
) {
  const elapsedMs = () => performance.now();
  const logReader = createLogReader({ stagingLog, readSlots, clock, elapsedMs, log });
  await logReader.start();
  const leases = createRoomLeases({
    database,
    bus,
    serverId,
    elapsedMs,
    cursor: logReader.cursor,
    onTaken: logReader.taken,
    ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
    log,
  });
  await leases.pass();
  return { leases, logReader };
}

async function readDecoder() {
  const wasm = await readFile(decoderWasmUrl()).catch(() => {
    throw refuse('decoder-not-built', { details: { advice: 'run npm run build' } });
  });
  return loadFrameDecoder(wasm);
}
