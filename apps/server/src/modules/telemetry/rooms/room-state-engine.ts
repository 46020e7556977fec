import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Press } from '@yamori/domain';
import type { Bus } from '../../../core/messaging/bus.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import {
  createDeviceMonitor,
  type DeviceMonitor,
  type DeviceMonitorOptions,
} from './device-monitor.ts';
import type { Reception } from './device-silence.ts';
import { toFallEvent, type DeviceHappening } from './device-vitals.ts';
import type { FrameRing } from './frame-ring.ts';
import { advanceRoom, createLiveCollector, type LiveUpdate } from './live-collector.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import { createOwnedRooms, type OwnedRooms, type RoomOwnership } from './owned-rooms.ts';
import { createPressDelivery } from './press-delivery.ts';
import type { RoomObserver } from './room-facts.ts';
import { replayRoom, type RoomReplay } from './room-replay.ts';

/**
 * Maintains the live state of the rooms that this server owns: one monitor per device and one state
 * per room, advanced once a second and written when it changed enough. Servers divide the rooms; a
 * room has one owner at a time.
 */
export type RoomStateEngine = {
  /**
   * Advances everything to now and writes the changes; call it once a second. Yields every few
   * devices, so that live frames can be relayed. A call during another tick does nothing. Never
   * rejects.
   */
  readonly tick: () => Promise<void>;
  /** The buffered frames of a device whose monitor runs here. */
  readonly ring: (serial: string) => FrameRing | undefined;
  readonly counts: () => {
    readonly devices: number;
    readonly rooms: number;
    readonly failedWrites: number;
  };
  /** The monitor of a device, unless its room is waiting for a replay. */
  readonly monitor: (serial: string) => DeviceMonitor | undefined;
  readonly monitors: () => Iterable<DeviceMonitor>;
  /**
   * Rooms that were taken over and await the replay of earlier frames, with their monitors. They
   * have no live state and no rules until `replay`.
   */
  readonly waitingRooms: () => Promise<ReadonlyMap<string, readonly DeviceMonitor[]>>;
  readonly replay: (roomId: string, replay: Omit<RoomReplay, 'nowMs'>) => Promise<void>;
  readonly close: () => void;
};

type RoomStateEngineOptions = Omit<DeviceMonitorOptions, 'lastStatus' | 'onHappening' | 'holds'> & {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly leases: RoomOwnership;
  /**
   * Whether a room awaits the replay of frames from before this server owned it. Without this
   * option there is no staging log and no room waits.
   */
  readonly waitsForReplay?: (roomId: string) => boolean;
  readonly reception: () => Reception;
  readonly directory: LiveDirectory;
  readonly write: (updates: readonly LiveUpdate[]) => Promise<void>;
  /** False if the room cannot accept a call yet; the next tick retries. */
  readonly press: (roomId: string, press: Press) => Promise<boolean>;
  /** Evaluates the alarm rules; without one there are no alarms. */
  readonly observer?: RoomObserver;
  /** Called when a write failed; the next tick retries it. */
  readonly onWriteFailed: (error: unknown) => void;
};

export function createRoomStateEngine(options: RoomStateEngineOptions): RoomStateEngine {
  const { clock, leases, directory, observer, waitsForReplay } = options;
  let isCollecting = false;
  let isWriting = false;
  let failedWrites = 0;

  const owned = createOwnedRooms({
    directory,
    leases,
    waitsForReplay,
    openMonitor: (device, lastStatus, holds) =>
      createDeviceMonitor(device, {
        ...options,
        lastStatus,
        holds,
        onHappening: (happening, receivedAtMs) => deliverNow(device, happening, receivedAtMs),
      }),
  });
  const { rooms, monitors } = owned;
  const collect = createLiveCollector({ ...options, owned });
  const presses = createPressDelivery({
    press: options.press,
    isOwned: (roomId) => rooms.has(roomId),
    onFailed: countFailure,
  });

  function countFailure(error: unknown): void {
    failedWrites += 1;
    options.onWriteFailed(error);
  }

  /** Delivers presses and falls immediately, without waiting for the tick. */
  function deliverNow(
    { serial, roomId }: LiveDevice,
    happening: DeviceHappening,
    receivedAtMs: number,
  ): void {
    if (roomId === null || !rooms.has(roomId)) return;
    if (happening.kind === 'press') presses.deliver(roomId, serial, happening.press);
    else observer?.happened(roomId, toFallEvent(serial, happening), receivedAtMs);
  }

  async function advance(nowMs: number): Promise<readonly LiveUpdate[]> {
    isCollecting = true;
    try {
      owned.reconcile();
      return await collect(nowMs);
    } finally {
      isCollecting = false;
    }
  }

  /** Writes presses first: they are few and urgent. */
  async function writeOut(updates: readonly LiveUpdate[], nowMs: number): Promise<void> {
    isWriting = true;
    try {
      await presses.retry();
      const ours = updates.filter((update) => leases.owns(getOwnedKey(update, monitors)));
      if (ours.length > 0) await options.write(ours);
      recordWritten(owned, ours, nowMs);
    } finally {
      isWriting = false;
    }
  }

  return {
    async tick() {
      if (isCollecting) return;
      try {
        const nowMs = clock.nowMs();
        const updates = await advance(nowMs);
        // A slow database skips ticks instead of queueing them: the next write carries the newest
        // state.
        if (!isWriting) await writeOut(updates, nowMs);
      } catch (error) {
        countFailure(error);
      }
    },
    ring: (serial) => monitors.get(serial)?.ring,
    monitor(serial) {
      const monitor = monitors.get(serial);
      return monitor === undefined || owned.isWaiting(monitor) ? undefined : monitor;
    },
    monitors: () => monitors.values(),
    async waitingRooms() {
      while (isCollecting) await yieldToEventLoop();
      owned.reconcile();
      // The second call takes over rooms that another server owned in between.
      owned.reconcile();
      const waiting = [...rooms].filter(([, room]) => room.isWaiting);
      return new Map(waiting.map(([roomId]) => [roomId, owned.monitorsIn(roomId)]));
    },
    async replay(roomId, stored) {
      const room = rooms.get(roomId);
      if (room?.isWaiting !== true) return;
      const observed = await replayRoom({
        ...stored,
        nowMs: clock.nowMs(),
        monitors: owned.monitorsIn(roomId),
        advance(devices, atMs) {
          advanceRoom(room, devices, atMs);
          return room.facts;
        },
      });
      if (rooms.get(roomId) !== room) return;
      room.isWaiting = false;
      observer?.replayed(roomId, observed);
      for (const { order } of owned.monitorsIn(roomId)) order.release();
    },
    counts: () => ({ devices: monitors.size, rooms: rooms.size, failedWrites }),
    close: owned.close,
  };
}

/** The room of an update, or the device if it is in no room. */
const getOwnedKey = (update: LiveUpdate, monitors: OwnedRooms['monitors']): string =>
  update.kind === 'room'
    ? update.roomId
    : (monitors.get(update.serial)?.device.roomId ?? update.serial);

/** Records the written states, to decide which later changes are worth a write. */
function recordWritten(
  { rooms, writtenStatus }: OwnedRooms,
  updates: readonly LiveUpdate[],
  atMs: number,
): void {
  for (const update of updates) {
    if (update.kind === 'device') writtenStatus.set(update.serial, { state: update.status, atMs });
    else {
      const room = rooms.get(update.roomId);
      if (room !== undefined) room.written = { state: update.live, atMs };
    }
  }
}
