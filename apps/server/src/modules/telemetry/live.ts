import type { Actor, Disclosure, Press } from '@yamori/domain';
import type { FrameDecoder } from '@yamori/frames';
import type { LeaseFence } from '../../core/database/lease-fence.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Subscriptions } from '../../core/documents/subscriptions.ts';
import type { Bus } from '../../core/messaging/bus.ts';
import type { LatePress, PressStore } from '../../core/timeline/staging/press-store.ts';
import type { DeviceAssignments } from '../../core/timeline/device-assignments.ts';
import type { Clock } from '../../core/timeline/timeline-frame.ts';
import { createBusReach } from './rooms/bus-reach.ts';
import { createVerdictWatch, type Reception } from './rooms/device-silence.ts';
import { createFrameFanout } from './viewers/frame-fanout.ts';
import type { FrameRingLimits } from './rooms/frame-ring.ts';
import type { LiveDirectory } from './rooms/live-directory.ts';
import type { LogReader } from './rooms/log-reader.ts';
import { writeLive } from './rooms/live-writer.ts';
import type { RoomObserver } from './rooms/room-facts.ts';
import type { RoomLeases } from './rooms/room-leases.ts';
import { createPressReader } from './rooms/press-reader.ts';
import { createRoomStateEngine } from './rooms/room-state-engine.ts';
import { serveLiveSession, type LiveSessionLimits } from './viewers/live-session.ts';
import { createWriteCoalescer, type LiveSocket } from './viewers/socket-send-buffer.ts';

export type LiveOptions = {
  readonly bus: Bus;
  readonly store: DocumentStore;
  readonly presses: PressStore;
  readonly subscriptions: Subscriptions;
  readonly decoder: FrameDecoder;
  readonly clock: Clock;
  readonly serverId: string;
  readonly leases: RoomLeases;
  readonly logReader: LogReader;
  readonly log: { readonly warn: (fields: object, words: string) => void };
  readonly limits: LiveLimits;
  readonly observer: RoomObserver;
  readonly directory: LiveDirectory;
  readonly press: PressCall;
  readonly recordLatePress: (roomId: string, press: LatePress) => Promise<boolean>;
  readonly assignments: Pick<DeviceAssignments, 'ofDevice'>;
};

/** Raises a call for a press in its room, only once even if the press is read again. */
type PressCall = (roomId: string, press: Press, fence?: LeaseFence) => Promise<boolean>;

type LiveLimits = { readonly viewer: LiveSessionLimits; readonly ring: FrameRingLimits };

export const LIVE_LIMITS: LiveLimits = {
  viewer: {
    subscriptions: 500,
    watches: 128,
    openings: { capacity: 1_000, perSecond: 50 },
    send: {
      maxGatheredBytes: 64 * 1024,
      highWaterBytes: 512 * 1024,
      maxQueuedBytesPerSlot: 64 * 1024,
      drainEveryMs: 50,
      maxUnsentBytes: 16 * 1024 * 1024,
      stuckSeconds: 60,
    },
  },
  // Twice the 30 s of our largest device (EIT with ECG).
  ring: { keepSeconds: 30, maxBytes: 1024 * 1024 },
};

const TICK_MS = 1000;
const BEATS_A_SECOND = 4;
/** Part of the budget of 10 ms from device to browser. */
const COALESCE_MS = 4;

/** The live services: the state of rooms and devices, and the browsers that watch them. */
export type Live = {
  /** `onDisclosed`: the viewer was shown data of a resident. */
  readonly serve: (
    socket: LiveSocket,
    actor: Actor,
    onDisclosed: (disclosures: readonly Disclosure[]) => void,
  ) => void;
  /** Rejects until the state of every room was computed once. */
  readonly ready: () => Promise<void>;
  readonly counts: () => {
    readonly devices: number;
    readonly rooms: number;
    readonly watchers: number;
    readonly failedWrites: number;
    /**
     * By code. `lease-lost`: commits about a room that another server now owns.
     * `press-without-room`: presses of devices without a room.
     */
    readonly refused: Readonly<Record<string, number>>;
  };
  readonly close: () => Promise<void>;
};

export function openLive(options: LiveOptions): Live {
  const { bus, clock, leases, store, log, logReader, limits, observer, presses, directory } =
    options;
  const elapsedMs = () => performance.now();
  const refused: Record<string, number> = {};
  const pressReader = createPressReader({
    presses,
    press: options.press,
    getRoomId: (serial) => directory.devices().get(serial)?.roomId,
    async roomAt(serial, at) {
      const atUs = at.getTime() * 1000;
      return (await options.assignments.ofDevice(serial, atUs, atUs + 1))[0]?.roomId ?? null;
    },
    recordLatePress: options.recordLatePress,
    owns: leases.owns,
    isOwnershipMoving: leases.isMoving,
    clock,
    elapsedMs,
    onFailed: (error) => log.warn({ err: error }, 'no call raised for a press yet; will retry'),
    onDismissed({ serial, receivedAt }) {
      const code = 'press-without-room';
      refused[code] = (refused[code] ?? 0) + 1;
      log.warn({ serial, receivedAt, code }, 'no call raised for a press: its device has no room');
    },
  });
  const reach = createBusReach({
    bus,
    serverId: options.serverId,
    servers: leases.servers,
    elapsedMs,
    log,
  });
  const watchVerdicts = createVerdictWatch(elapsedMs, log);
  function reception(): Reception {
    if (bus.state().kind !== 'connected') return 'no';
    if (!pressReader.isDatabaseThere() || !logReader.isFresh()) return 'no';
    return leases.isSettled() && reach.reachesAll() ? 'yes' : 'unsure';
  }
  const engine = createRoomStateEngine({
    bus,
    clock,
    elapsedMs,
    reception,
    directory,
    decoder: options.decoder,
    leases,
    ringLimits: limits.ring,
    write: (updates) =>
      writeLive(store, updates, ({ problem }) =>
        log.warn(
          { code: problem.code, place: problem.place },
          'live state of a room or device rejected; not retried',
        ),
      ),
    press: (roomId, press) => options.press(roomId, press, leases.fence),
    waitsForReplay: logReader.waitsForReplay,
    observer,
    onWriteFailed: (error) => log.warn({ err: error }, 'live state not written; will retry'),
  });
  logReader.follow(engine, observer);
  const fanout = createFrameFanout(bus, clock, limits.ring, engine.ring);
  const coalescer = createWriteCoalescer(COALESCE_MS);
  let ticking = engine.tick();
  const stopReading = startReading(logReader, bus);
  let ticks = 0;
  const timer = setInterval(() => {
    reach.beat();
    watchVerdicts(reception());
    // Includes earlier ticks: an older one may still be writing.
    ticking = Promise.all([ticking, engine.tick(), pressReader.read()]).then(() => {
      ticks += 1;
    });
  }, TICK_MS);

  return {
    serve: (socket, actor, onDisclosed) =>
      serveLiveSession(socket, actor, {
        clock,
        fanout,
        coalescer,
        onDisclosed,
        limits: limits.viewer,
        subscriptions: options.subscriptions,
        describe(serial) {
          const device = directory.devices().get(serial);
          return device === undefined
            ? null
            : {
                streams: device.streams,
                clockOffsetSeconds: device.lastStatus?.clockOffsetSeconds ?? null,
                roomId: device.roomId,
              };
        },
        onRefused: (code) => {
          refused[code] = (refused[code] ?? 0) + 1;
        },
      }),
    async ready() {
      if (ticks === 0) throw new Error('room states not computed yet');
    },
    counts: () => ({
      ...engine.counts(),
      watchers: fanout.watchers(),
      refused: { ...refused, ...leaseRefusals(leases.refusals()) },
    }),
    async close() {
      clearInterval(timer);
      reach.close();
      await Promise.all([ticking, stopReading()]);
      coalescer.close();
      engine.close();
    },
  };
}

/**
 * Reads each second; four times a second while the Bus is disconnected. Returns a stop function.
 */
function startReading(reader: LogReader, bus: Bus): () => Promise<void> {
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    if (bus.state().kind !== 'connected' || beats % BEATS_A_SECOND === 0) void reader.pass();
  }, TICK_MS / BEATS_A_SECOND);
  void reader.pass();
  return async () => {
    clearInterval(timer);
    await reader.pass();
  };
}

const leaseRefusals = (count: number): Record<string, number> =>
  count === 0 ? {} : { 'lease-lost': count };
