import { readFile } from 'node:fs/promises';
import { LIVE_PATH, RULES } from '@yamori/domain';
import { loadFrameDecoder } from '@yamori/frames';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import type { Core } from '../../core/context.ts';
import { createSubscriptions, type Subscriptions } from '../../core/documents/subscriptions.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import type { RecordDisclosures } from '../../core/http/disclosures.ts';
import { registerSocket, type SocketOptions } from '../../core/http/live-socket.ts';
import type { ReadinessCheck } from '../../core/http/readiness.ts';
import type { Route } from '../../core/http/route.ts';
import { closeAll } from '../../core/lifecycle.ts';
import type { Module } from '../../core/module.ts';
import { createPressStore } from '../../core/timeline/staging/press-store.ts';
import { createIngest, type Ingest } from './ingest/ingest.ts';
import type { FindDevice } from './ingest/ingest-device.ts';
import { INGEST_LIMITS, type IngestLimits } from './ingest/ingest-limits.ts';
import { ingestRoutes } from './ingest/ingest-routes.ts';
import { LIVE_LIMITS, openLive, type Live, type LiveOptions } from './live.ts';
import type { RoomOwnership } from './room-ownership.ts';
import { openDocumentDirectory, type DocumentDirectory } from './rooms/document-directory.ts';
import type { LiveSessionLimits } from './viewers/live-session.ts';

type TelemetryDeps = Pick<LiveOptions, 'observer' | 'press' | 'recordLatePress'> &
  Pick<SocketOptions, 'lookupSession' | 'onSessionsChanged'> & {
    readonly ownership: RoomOwnership;
    readonly recordDisclosures: RecordDisclosures;
  };

type TelemetryOptions = Pick<SocketOptions, 'listenHost' | 'perMember' | 'perServer'> & {
  readonly ingest: Partial<IngestLimits>;
  readonly viewer: Partial<LiveSessionLimits>;
};

type TelemetryModule = Module & {
  readonly ingest: Ingest;
  readonly live: Live;
  readonly checks: readonly ReadinessCheck[];
};

/** Everything between devices and screens: ingest, room state, the browsers’ socket. */
export async function openTelemetry(
  core: Core,
  deps: TelemetryDeps,
  options: TelemetryOptions,
): Promise<TelemetryModule> {
  const { bus, log, now, serverId, timeline } = core;
  const decoder = await loadFrameDecoder(await readFile(decoderWasmUrl()));
  const clock = { nowMs: () => now().getTime() };
  const directory = await openDirectory(core);
  const findDevice: FindDevice = (serial) => directory.devices().get(serial) ?? null;
  const ingest = createIngest({
    bus,
    timeline,
    clock,
    log,
    limits: options.ingest,
    findDevice,
    instanceId: serverId,
  });
  directory.onDeviceChanged(ingest.deviceChanged);
  const subscriptions = createSubscriptions({ ...core, rules: RULES, clock: now });
  const live = openRooms(core, deps, options, { decoder, directory, subscriptions });
  return {
    ingest,
    live,
    routes: [
      ...ingestRoutes({ ingest, limits: { ...INGEST_LIMITS, ...options.ingest } }),
      liveSocket(core, deps, options, live),
    ],
    checks: [
      { name: 'rooms', check: () => readOneRoom(core) },
      { name: 'live', check: live.ready },
    ],
    leaveRooms: live.close,
    disconnectDevices: ingest.close,
    close: closeAll([directory.close, subscriptions.close]),
  };
}

/** Opens the directory; records each move of a device in the timeline. */
const openDirectory = ({ store, feed, timeline, now, log }: Core): Promise<DocumentDirectory> =>
  openDocumentDirectory({
    store,
    feed,
    onReloadFailed: (error) =>
      log.warn({ err: error }, 'reload of devices and rooms failed; will retry'),
    onDeviceMoved: (moved) => {
      timeline.assignments
        .change({ ...moved, atUs: now().getTime() * 1000 })
        .catch((error: unknown) =>
          log.warn({ err: error, serial: moved.serial }, 'device placement not recorded'),
        );
    },
  });

function openRooms(
  core: Core,
  { ownership, observer, press, recordLatePress }: TelemetryDeps,
  options: TelemetryOptions,
  shared: Pick<LiveOptions, 'decoder' | 'directory'> & { readonly subscriptions: Subscriptions },
): Live {
  return openLive({
    ...core,
    ...shared,
    ...ownership,
    clock: { nowMs: () => core.now().getTime() },
    presses: createPressStore(core.database),
    assignments: core.timeline.assignments,
    observer,
    press,
    recordLatePress,
    limits: { ...LIVE_LIMITS, viewer: { ...LIVE_LIMITS.viewer, ...options.viewer } },
  });
}

const liveSocket =
  (core: Core, deps: TelemetryDeps, options: TelemetryOptions, live: Live): Route =>
  (server) =>
    registerSocket(
      server,
      LIVE_PATH,
      {
        ...options,
        lookupSession: deps.lookupSession,
        onSessionsChanged: deps.onSessionsChanged,
        publicOrigin: core.publicOrigin,
        isDatabaseAway: core.database.isAway,
      },
      (socket, request, actor) =>
        live.serve({ socket, raw: request.socket }, actor, (disclosures) => {
          void deps.recordDisclosures(
            { userId: actor.userId, address: toSubnet(server.getAddress(request)) },
            disclosures,
          );
        }),
    );

async function readOneRoom({ store }: Core): Promise<void> {
  await store.list({
    collection: 'room',
    group: false,
    filters: [],
    orderBy: [],
    offset: 0,
    limit: 1,
  });
}
