import type { DeviceReport, DeviceStatus } from '@yamori/domain';
import type { FrameDecoder } from '@yamori/frames';
import type { Bus } from '../../../core/messaging/bus.ts';
import {
  deviceSubject,
  frameSubject,
  parseDeviceEvent,
  type DeviceEvent,
} from '../../../core/messaging/device-event.ts';
import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import { BATTERY_LOW_PERCENT, deviceFault, SILENCE_SECONDS } from './device-fault.ts';
import { createDeviceSilence } from './device-silence.ts';
import { createDeviceVitals, type DeviceHappening } from './device-vitals.ts';
import { createFrameOrder, type FrameOrder, type FrameOrderOptions } from './frame-order.ts';
import { createFrameRing, type FrameRing, type FrameRingLimits } from './frame-ring.ts';
import type { LiveDevice } from './live-directory.ts';
import type { RoomDevice } from './room-live-rules.ts';

/** Watches one device: its frames, its reports, its silence. */
export type DeviceMonitor = {
  readonly device: LiveDevice;
  readonly ring: FrameRing;
  /** Its frames in order; those of the staging log are handed in here. */
  readonly order: FrameOrder;
  /** Frames from before this server owned the room; gives what happened in them. */
  readonly replay: (frames: readonly StoredFrame[]) => readonly ReplayedHappening[];
  /**
   * Moves everything on to `atMs`, which is now or, in a replay, a moment of it; call it about once
   * a second. `canHear`: whether a frame that the device sends now would arrive here.
   */
  readonly update: (canHear: boolean, atMs?: number) => DeviceNow;
  readonly close: () => void;
};

type ReplayedHappening = {
  readonly happening: DeviceHappening;
  readonly receivedAtMs: number;
};

export type DeviceNow = {
  readonly forRoom: RoomDevice;
  readonly status: DeviceStatus;
};

export type DeviceMonitorParts = {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /**
   * One for all devices: what comes over the Bus are whole frames, so no decoder keeps a piece of
   * another's.
   */
  readonly decoder: FrameDecoder;
  readonly ringLimits: FrameRingLimits;
  /** What the device's document said last: where a restarted server takes up. */
  readonly lastStatus: DeviceStatus | null;
  /** See `FrameOrderOptions`; left out: nothing is held back. */
  readonly holds?: FrameOrderOptions['holds'];
  /** Told at once, within the frame that brought it. `receivedAtMs`: when that came. */
  readonly onHappening?: (happening: DeviceHappening, receivedAtMs: number) => void;
};

export function createDeviceMonitor(device: LiveDevice, parts: DeviceMonitorParts): DeviceMonitor {
  const { bus, clock, lastStatus } = parts;
  const ring = createFrameRing(clock, parts.ringLimits);
  const vitals = createDeviceVitals(device.streams, parts.decoder);
  const heard = createHearing(lastStatus);
  const silence = createDeviceSilence(parts.elapsedMs);
  let status = lastStatus;
  let noisySinceMs: number | null = null;
  let replayed: ReplayedHappening[] | null = null;

  const order = createFrameOrder({
    isOrdered: vitals.isOrdered,
    elapsedMs: parts.elapsedMs,
    holds: parts.holds ?? 'nothing',
    push(bytes, receivedAtMs) {
      heard.frame(receivedAtMs);
      silence.heard();
      for (const happening of vitals.push(bytes, receivedAtMs))
        if (replayed === null) parts.onHappening?.(happening, receivedAtMs);
        else replayed.push({ happening, receivedAtMs });
    },
  });
  const frames = bus.subscribe(frameSubject(device.serial), (_subject, batch) => {
    const nowMs = clock.nowMs();
    ring.push(batch);
    heard.frame(nowMs);
    silence.heard();
    order.fromBus(batch, nowMs);
  });
  const events = bus.subscribe(deviceSubject(device.serial), (_subject, bytes) => {
    const event = parseDeviceEvent(bytes);
    if (event !== null && heard.event(event)) silence.heard();
  });

  return {
    device,
    ring,
    order,
    replay(stored) {
      const happenings: ReplayedHappening[] = [];
      replayed = happenings;
      try {
        order.fromLog(stored);
      } finally {
        // Otherwise a frame that cannot be read would keep all later happenings from the rules.
        replayed = null;
      }
      return happenings;
    },
    update(canHear, nowMs = clock.nowMs()) {
      const reading = vitals.update(nowMs);
      noisySinceMs = reading.noisyStreams === 0 ? null : (noisySinceMs ?? nowMs);
      silence.pass(canHear);
      if (silence.silentMs() > SILENCE_SECONDS * 1000) heard.lost();
      const now = heard.now();
      const fault = deviceFault(
        { ...now, sensorsOff: now.sensorsOff + reading.flatStreams, noisySinceMs },
        nowMs,
      );
      status = nextStatus(status, now, fault, nowMs);
      const forRoom: RoomDevice = {
        serial: device.serial,
        fault,
        faultSinceMs: status.faultSince.getTime(),
        lastFrameAtMs: now.lastFrameAtMs,
        vitals: reading.vitals,
        clockOffsetSeconds: now.clockOffsetSeconds,
        // A device that never sent is not lost; nor is one that only its document calls offline.
        isLost: !now.isOnline && now.isVerdictOurs && now.wasHeard,
        isBatteryLow: now.batteryPercent !== null && now.batteryPercent <= BATTERY_LOW_PERCENT,
        sensorsOff: now.sensorsOff + reading.flatStreams,
      };
      return { forRoom, status };
    },
    close() {
      frames.close();
      events.close();
    },
  };
}

type Heard = {
  /** As its document says until this server has a verdict of its own. */
  isOnline: boolean;
  isVerdictOurs: boolean;
  wasHeard: boolean;
  lastFrameAtMs: number | null;
  readonly lastHeartbeatAtMs: number | null;
  readonly batteryPercent: number | null;
  readonly signalDbm: number | null;
  readonly sensorsOff: number;
  readonly clockOffsetSeconds: number | null;
  readonly framesReceived: number;
  readonly framesRefused: number;
};

function createHearing(last: DeviceStatus | null) {
  const lastFrameAtMs = last?.lastFrameAt?.getTime() ?? null;
  const lastHeartbeatAtMs = last?.lastHeartbeatAt?.getTime() ?? null;
  let now: Heard = {
    isOnline: last?.online ?? false,
    isVerdictOurs: false,
    wasHeard: lastFrameAtMs !== null || lastHeartbeatAtMs !== null,
    lastFrameAtMs,
    lastHeartbeatAtMs,
    batteryPercent: last?.batteryPercent ?? null,
    signalDbm: last?.signalDbm ?? null,
    sensorsOff: 0,
    clockOffsetSeconds: last?.clockOffsetSeconds ?? null,
    framesReceived: last?.framesReceived ?? 0,
    framesRefused: last?.framesRefused ?? 0,
  };

  const reported = (report: DeviceReport): Partial<Heard> => ({
    batteryPercent: report.batteryPercent ?? null,
    signalDbm: report.signalDbm ?? null,
    sensorsOff: report.sensorsOff?.length ?? 0,
  });

  // In place: this happens with every batch of frames.
  const online = (): void => {
    now.isOnline = true;
    now.isVerdictOurs = true;
    now.wasHeard = true;
  };
  const offline = (): void => {
    now.isOnline = false;
    now.isVerdictOurs = true;
  };

  return {
    now: () => now,
    lost: offline,
    frame(atMs: number): void {
      online();
      now.lastFrameAtMs = atMs;
    },
    /** True when the device itself spoke. */
    event(event: DeviceEvent): boolean {
      switch (event.kind) {
        case 'connected':
          online();
          return true;
        // A closed connection is no verdict: the device may be on its way to another server.
        case 'disconnected':
          return false;
        case 'status': {
          const counts = {
            framesReceived: event.framesReceived,
            framesRefused: event.framesRefused,
            clockOffsetSeconds: event.clockOffsetSeconds,
          };
          now = { ...now, ...counts };
          if (event.lastWill) return false;
          if (!event.report.online) {
            offline();
            return true;
          }
          now = { ...now, ...reported(event.report), lastHeartbeatAtMs: event.atMs };
          online();
          return true;
        }
      }
    },
  };
}

function nextStatus(
  previous: DeviceStatus | null,
  heard: Heard,
  fault: DeviceStatus['fault'],
  nowMs: number,
): DeviceStatus {
  const online = fault !== 'deviceOffline';
  const asDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return {
    online,
    onlineSince: online
      ? previous?.online === true
        ? previous.onlineSince
        : new Date(nowMs)
      : null,
    lastFrameAt: asDate(heard.lastFrameAtMs),
    lastHeartbeatAt: asDate(heard.lastHeartbeatAtMs),
    batteryPercent: heard.batteryPercent,
    signalDbm: heard.signalDbm,
    fault,
    faultSince: previous?.fault === fault ? previous.faultSince : new Date(nowMs),
    clockOffsetSeconds: heard.clockOffsetSeconds,
    framesReceived: heard.framesReceived,
    framesRefused: heard.framesRefused,
  };
}
