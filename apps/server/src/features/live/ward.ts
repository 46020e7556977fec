import { setImmediate as letOthers } from 'node:timers/promises';
import type { DeviceStatus, MeasuredLive, Press, RoomFacts } from '@yamori/domain';
import type { Bus } from '../../messaging/bus.ts';
import type { Clock } from '../../timeline/timeline-frame.ts';
import {
  createDeviceMonitor,
  type DeviceMonitor,
  type DeviceMonitorParts,
} from './device-monitor.ts';
import type { FrameRing } from './frame-ring.ts';
import type { LiveDevice, LiveDirectory } from './live-directory.ts';
import { isRoomWorthWriting, isStatusWorthWriting } from './live-writes.ts';
import type { DevicePress } from './device-vitals.ts';
import { nextRoomFacts } from './room-facts.ts';
import { nextRoomLive, type RoomDevice } from './room-live-rules.ts';
import type { RoomObservation, RoomObserver, WardHappening } from './room-observer.ts';
import type { ServerShare } from './server-share.ts';

/**
 * Keeps the live state of the rooms that this server owns: a monitor a device, a state a room, moved on once a
 * second and written when worth it. Several servers share the rooms; each room has one owner at a time.
 */
export type Ward = {
  /**
   * Moves everything on to now and writes what changed; call it once a second. Works a few devices at a time, so that
   * live frames pass in between; one that is called while another is still at it does nothing. Never rejects.
   */
  readonly tick: () => Promise<void>;
  /** The frames held of a device whose monitor runs here. */
  readonly ring: (serial: string) => FrameRing | undefined;
  readonly counts: () => {
    readonly devices: number;
    readonly rooms: number;
    readonly failedWrites: number;
  };
  readonly close: () => void;
};

export type WardParts = Omit<DeviceMonitorParts, 'lastStatus' | 'onHappening'> & {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly share: ServerShare;
  readonly directory: LiveDirectory;
  readonly write: (updates: readonly LiveUpdate[]) => Promise<void>;
  /** False when the room cannot take a call yet: it is told again with the next tick. */
  readonly press: (roomId: string, press: Press) => Promise<boolean>;
  /** Looks for accidents; without one there are none. */
  readonly observer?: RoomObserver;
  /** Says that a write failed; the same state is tried again with the next tick. */
  readonly onWriteFailed: (error: unknown) => void;
};

export type LiveUpdate =
  | { readonly kind: 'room'; readonly roomId: string; readonly live: MeasuredLive }
  | { readonly kind: 'device'; readonly serial: string; readonly status: DeviceStatus };

/** A ward where all press at once must not take every connection to the database. */
const PRESSES_AT_ONCE = 4;

/** Vitals of a device with every kind of stream take up to 0.2 ms to work out. */
const DEVICES_AT_ONCE = 8;

type Collected = {
  readonly updates: LiveUpdate[];
  readonly pressed: { readonly roomId: string; readonly press: Press }[];
};
type Written<State> = { readonly state: State | null; readonly atMs: number };
/** `told`: the press that the room's call knows of. */
type RoomEntry = {
  live: MeasuredLive | null;
  facts: RoomFacts | null;
  told: Press | null;
  written: Written<MeasuredLive>;
};
type RoomGroup = { devices: RoomDevice[]; press: Press | null };

export function createWard(parts: WardParts): Ward {
  const { clock, share, directory } = parts;
  const monitors = new Map<string, DeviceMonitor>();
  const rooms = new Map<string, RoomEntry>();
  const writtenStatus = new Map<string, Written<DeviceStatus>>();
  const atOnce = fewAtOnce(PRESSES_AT_ONCE);
  let reconciled = '';
  let [collecting, writing] = [false, false];
  let failedWrites = 0;

  /** Monitors and rooms follow the directory and the share of this server; nothing is done while neither changed. */
  function reconcile(): void {
    const state = `${directory.revision()} ${share.servers().join(' ')}`;
    if (state === reconciled) return;
    reconciled = state;
    const devices = directory.devices();
    for (const [serial, monitor] of monitors) {
      const device = devices.get(serial);
      if (
        device !== undefined &&
        device.streams === monitor.device.streams &&
        device.roomId === monitor.device.roomId &&
        share.owns(device.roomId ?? serial)
      )
        continue;
      monitor.close();
      monitors.delete(serial);
    }
    forgetOthers(writtenStatus, devices, share);
    for (const [serial, device] of devices) {
      if (monitors.has(serial) || !share.owns(device.roomId ?? serial)) continue;
      const onHappening = (happening: WardHappening, receivedAtMs: number): void =>
        tellAtOnce(device, happening, receivedAtMs);
      monitors.set(
        serial,
        createDeviceMonitor(device, {
          ...parts,
          lastStatus: writtenStatus.get(serial)?.state ?? device.lastStatus,
          onHappening,
        }),
      );
    }
    followRooms(rooms, directory, share);
  }

  /** Nobody who calls or falls waits for the next beat; what fails here is told again with it. */
  function tellAtOnce(
    { serial, roomId }: LiveDevice,
    happening: WardHappening,
    receivedAtMs: number,
  ): void {
    if (roomId === null || !rooms.has(roomId)) return;
    if (happening.kind === 'press')
      atOnce.run(() =>
        tellPress({ roomId, press: pressOf(serial, happening.press) }).catch(failed),
      );
    else if (happening.kind === 'test')
      parts.observer?.tested(roomId, { serial, by: happening.by }, receivedAtMs);
    else
      parts.observer?.happened(
        roomId,
        { kind: 'fall', atMs: happening.serverMs, serial, streamId: happening.streamId },
        receivedAtMs,
      );
  }

  async function devicesByRoom(
    updates: LiveUpdate[],
    nowMs: number,
  ): Promise<Map<string, RoomGroup>> {
    const byRoom = new Map<string, RoomGroup>();
    let looked = 0;
    for (const [serial, monitor] of monitors) {
      if (looked > 0 && looked % DEVICES_AT_ONCE === 0) await letOthers();
      looked += 1;
      const { forRoom, status, press } = monitor.update();
      const written = writtenStatus.get(serial) ?? { state: monitor.device.lastStatus, atMs: 0 };
      if (isStatusWorthWriting(written.state, status, written.atMs, nowMs))
        updates.push({ kind: 'device', serial, status });
      if (monitor.device.roomId === null) continue;
      const group = byRoom.get(monitor.device.roomId) ?? { devices: [], press: null };
      byRoom.set(monitor.device.roomId, group);
      group.devices.push(forRoom);
      group.press = laterPress(group.press, press === null ? null : pressOf(serial, press));
    }
    return byRoom;
  }

  async function collect(nowMs: number): Promise<Collected> {
    const updates: LiveUpdate[] = [];
    const pressed: Collected['pressed'] = [];
    const byRoom = await devicesByRoom(updates, nowMs);
    const observed = new Map<string, RoomObservation>();
    for (const [roomId, room] of rooms) {
      const group = byRoom.get(roomId) ?? { devices: [], press: null };
      const live = moveOnRoom(room, group.devices, nowMs);
      if (room.facts !== null)
        observed.set(roomId, {
          facts: room.facts,
          open: directory.rooms().get(roomId)?.live?.accidents ?? [],
        });
      if (group.press !== null && !isSamePress(group.press, room.told))
        pressed.push({ roomId, press: group.press });
      if (isRoomWorthWriting(room.written.state, live, room.written.atMs, nowMs))
        updates.push({ kind: 'room', roomId, live });
    }
    parts.observer?.observe(observed, nowMs);
    return { updates, pressed };
  }

  async function moveOn(nowMs: number): Promise<Collected> {
    collecting = true;
    try {
      reconcile();
      return await collect(nowMs);
    } finally {
      collecting = false;
    }
  }

  /** Calls first: they are few, and nobody waits for a figure. */
  async function writeOut({ updates, pressed }: Collected, nowMs: number): Promise<void> {
    writing = true;
    try {
      await atOnce.settled();
      // One that cannot be written holds up nobody else; it is told again at the next beat.
      await someAtOnce(pressed, (one) => tellPress(one).catch(failed));
      if (updates.length > 0) await parts.write(updates);
      remember(updates, nowMs, rooms, writtenStatus);
    } finally {
      writing = false;
    }
  }

  async function tellPress({ roomId, press }: Collected['pressed'][number]): Promise<void> {
    const isTaken = await parts.press(roomId, press);
    const room = rooms.get(roomId);
    if (isTaken && room !== undefined) room.told = press;
  }

  const failed = (error: unknown): void => {
    failedWrites += 1;
    parts.onWriteFailed(error);
  };

  return {
    async tick() {
      share.beat();
      if (collecting) return;
      try {
        const nowMs = clock.nowMs();
        const collected = await moveOn(nowMs);
        // A slow database skips beats instead of queueing them: the next write carries the newest state anyway.
        if (!writing) await writeOut(collected, nowMs);
      } catch (error) {
        failed(error);
      }
    },
    ring: (serial) => monitors.get(serial)?.ring,
    counts: () => ({ devices: monitors.size, rooms: rooms.size, failedWrites }),
    close() {
      for (const monitor of monitors.values()) monitor.close();
      monitors.clear();
    },
  };
}

/** Rooms of this server, each taken up from what its document said last. */
function followRooms(
  rooms: Map<string, RoomEntry>,
  directory: LiveDirectory,
  share: ServerShare,
): void {
  const known = directory.rooms();
  for (const roomId of rooms.keys())
    if (!known.has(roomId) || !share.owns(roomId)) rooms.delete(roomId);
  for (const [roomId, { live }] of known) {
    if (!rooms.has(roomId) && share.owns(roomId))
      rooms.set(roomId, { live, facts: null, told: null, written: { state: live, atMs: 0 } });
  }
}

/** More than this wait for the next beat, which tells of them again. */
const MOST_WAITING = 1_000;

/** Runs what is given at once, a few at a time; the rest waits for its turn. */
function fewAtOnce(most: number) {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const workOff = async (): Promise<void> => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) await work();
  };
  return {
    run(work: () => Promise<void>): void {
      if (waiting.length < MOST_WAITING) waiting.push(work);
      if (running.size >= most) return;
      const done = workOff().finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => void (await Promise.all(running)),
  };
}

/** What this server wrote last says nothing once another server writes: it takes up from the document again. */
function forgetOthers(
  writtenStatus: Map<string, unknown>,
  devices: ReadonlyMap<string, LiveDevice>,
  share: ServerShare,
): void {
  for (const serial of writtenStatus.keys()) {
    const device = devices.get(serial);
    if (device === undefined || !share.owns(device.roomId ?? serial)) writtenStatus.delete(serial);
  }
}

function moveOnRoom(room: RoomEntry, devices: readonly RoomDevice[], nowMs: number): MeasuredLive {
  const live = nextRoomLive(room.live, devices, nowMs);
  Object.assign(room, { live, facts: nextRoomFacts(room.facts, live, devices, nowMs) });
  return live;
}

async function someAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += PRESSES_AT_ONCE)
    await Promise.all(items.slice(from, from + PRESSES_AT_ONCE).map(work));
}

const pressOf = (serial: string, { deviceMs, serverMs }: DevicePress): Press => ({
  serial,
  deviceAt: new Date(deviceMs),
  at: new Date(serverMs),
});
const isSamePress = (one: Press, other: Press | null): boolean =>
  one.serial === other?.serial && one.deviceAt.getTime() === other.deviceAt.getTime();
const laterPress = (one: Press | null, other: Press | null): Press | null =>
  one === null || (other !== null && other.at > one.at) ? other : one;

/** What the documents hold from now on, so that only what is worth it is written again. */
function remember(
  updates: readonly LiveUpdate[],
  atMs: number,
  rooms: ReadonlyMap<string, RoomEntry>,
  writtenStatus: Map<string, Written<DeviceStatus>>,
): void {
  for (const update of updates) {
    if (update.kind === 'device') writtenStatus.set(update.serial, { state: update.status, atMs });
    else {
      const room = rooms.get(update.roomId);
      if (room !== undefined) room.written = { state: update.live, atMs };
    }
  }
}
