import { HEARTBEAT_INTERVAL_SECONDS } from '@yamori/domain';
import { openDeviceLink, type DeviceLink, type LinkCounts } from '../link/device-link.ts';
import type { SimulatedRoom } from './simulated-room.ts';

/** A room to play and the keys of its devices. */
export type PlayedRoom = {
  readonly room: SimulatedRoom;
  readonly keys: ReadonlyMap<string, string>;
};

export type WardPlayerOptions = {
  readonly serverUrl: string;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly nowMs: () => number;
  readonly maxPending: number;
  readonly reconnectMs: number;
};

/**
 * Plays rooms against a server until stopped: frames five times a second, a report on every
 * heartbeat.
 */
export type WardPlayer = {
  readonly counts: () => LinkCounts & { readonly devices: number };
  /** Resolves when every room has ended; never if a room has no end. */
  readonly ended: Promise<void>;
  /** Stops making frames, waits until all are acknowledged, and stops. */
  readonly finish: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const TICK_MS = 200;
/** After a longer pause of the machine, devices skip the time instead of catching up. */
const MAX_PAUSE_MS = 10_000;

export function playWard(rooms: readonly PlayedRoom[], options: WardPlayerOptions): WardPlayer {
  const links = new Map<string, DeviceLink>();
  for (const { keys } of rooms) {
    for (const [serial, key] of keys)
      links.set(
        serial,
        openDeviceLink({
          url: options.serverUrl,
          serial,
          key,
          maxPending: options.maxPending,
          reconnectMs: options.reconnectMs,
        }),
      );
  }
  const away = new Set<SimulatedRoom>();
  let lastMs = options.nowMs();
  let seconds = 0;
  let reportedAtMs = -Infinity;
  const over = Promise.withResolvers<void>();

  function follow(room: SimulatedRoom): boolean {
    const offline = room.isOffline(seconds);
    if (offline === away.has(room)) return !offline;
    for (const device of room.devices) {
      const link = links.get(device.serial);
      if (offline) link?.drop();
      else link?.restore();
    }
    if (offline) away.add(room);
    else away.delete(room);
    return !offline;
  }

  function tick(): void {
    const nowMs = options.nowMs();
    const pausedMs = nowMs - lastMs;
    seconds += (pausedMs / 1000) * options.speed;
    lastMs = nowMs;
    if (pausedMs > MAX_PAUSE_MS) for (const { room } of rooms) room.skipTo(seconds);
    const reports = nowMs - reportedAtMs >= HEARTBEAT_INTERVAL_SECONDS * 1000;
    if (reports) reportedAtMs = nowMs;
    for (const { room } of rooms) {
      const frames = room.advanceTo(seconds);
      if (!follow(room)) continue;
      for (const device of room.devices) {
        const link = links.get(device.serial);
        link?.sendFrames(frames.get(device.serial) ?? []);
        if (reports) link?.sendReport(device.report(true, seconds));
      }
    }
    if (rooms.every(({ room }) => room.ended())) over.resolve();
  }

  const timer = setInterval(tick, TICK_MS);
  async function stop(): Promise<void> {
    clearInterval(timer);
    await Promise.all([...links.values()].map((link) => link.close()));
  }
  return {
    counts() {
      const all = [...links.values()].map((link) => link.counts());
      const sum = (pick: (counts: LinkCounts) => number): number =>
        all.reduce((total, counts) => total + pick(counts), 0);
      return {
        devices: links.size,
        sent: sum((counts) => counts.sent),
        acknowledged: sum((counts) => counts.acknowledged),
        dropped: sum((counts) => counts.dropped),
        connected: all.every((counts) => counts.connected),
        refusal: all.find((counts) => counts.refusal !== null)?.refusal ?? null,
      };
    },
    ended: over.promise,
    async finish() {
      clearInterval(timer);
      await Promise.all([...links.values()].map((link) => link.drained()));
      await stop();
    },
    stop,
  };
}
