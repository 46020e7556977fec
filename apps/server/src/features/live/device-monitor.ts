import type { DeviceReport, DeviceStatus } from '@yamori/domain';
import type { FrameDecoder } from '@yamori/frames';
import type { Bus } from '../../messaging/bus.ts';
import {
  deviceSubject,
  frameSubject,
  parseDeviceEvent,
  type DeviceEvent,
} from '../../messaging/device-event.ts';
import type { Clock } from '../../timeline/timeline-frame.ts';
import { BATTERY_LOW_PERCENT, deviceFault, SILENCE_SECONDS } from './device-fault.ts';
import { createDeviceVitals, type DevicePress } from './device-vitals.ts';
import type { WardHappening } from './room-observer.ts';
import { createFrameRing, type FrameRing, type FrameRingLimits } from './frame-ring.ts';
import type { LiveDevice } from './live-directory.ts';
import type { RoomDevice } from './room-live-rules.ts';

/** Watches one device: its frames, its reports, its silence. */
export type DeviceMonitor = {
  readonly device: LiveDevice;
  readonly ring: FrameRing;
  /** Moves everything on to now; call it about once a second. */
  readonly update: () => DeviceNow;
  readonly close: () => void;
};

export type DeviceNow = {
  readonly forRoom: RoomDevice;
  readonly status: DeviceStatus;
  readonly press: DevicePress | null;
};

export type DeviceMonitorParts = {
  readonly bus: Bus;
  readonly clock: Clock;
  /** One for all devices: what comes over the Bus are whole frames, so no decoder keeps a piece of another's. */
  readonly decoder: FrameDecoder;
  readonly ringLimits: FrameRingLimits;
  /** What the device's document said last: where a restarted server takes up. */
  readonly lastStatus: DeviceStatus | null;
  /** Told at once, within the frame that brought it. `receivedAtMs`: when that came. */
  readonly onHappening?: (happening: WardHappening, receivedAtMs: number) => void;
};

export function createDeviceMonitor(device: LiveDevice, parts: DeviceMonitorParts): DeviceMonitor {
  const { bus, clock, lastStatus } = parts;
  const ring = createFrameRing(clock, parts.ringLimits);
  const vitals = createDeviceVitals(device.streams, parts.decoder);
  const heard = createHearing(lastStatus);
  let status = lastStatus;
  let noisySinceMs: number | null = null;
  const listensSinceMs = clock.nowMs();

  const frames = bus.subscribe(frameSubject(device.serial), (_subject, batch) => {
    const nowMs = clock.nowMs();
    ring.push(batch);
    heard.frame(nowMs);
    for (const happening of vitals.push(batch, nowMs)) parts.onHappening?.(happening, nowMs);
  });
  const events = bus.subscribe(deviceSubject(device.serial), (_subject, bytes) => {
    const event = parseDeviceEvent(bytes);
    if (event?.kind === 'test') parts.onHappening?.({ kind: 'test', by: event.by }, event.atMs);
    else if (event !== null) heard.event(event);
  });

  return {
    device,
    ring,
    update() {
      const nowMs = clock.nowMs();
      const reading = vitals.update(nowMs);
      noisySinceMs = reading.noisyStreams === 0 ? null : (noisySinceMs ?? nowMs);
      const now = heard.now();
      const fault = deviceFault(
        { ...now, sensorsOff: now.sensorsOff + reading.flatStreams, noisySinceMs },
        nowMs,
      );
      status = nextStatus(status, now, fault, nowMs);
      const forRoom: RoomDevice = {
        serial: device.serial,
        fault,
        lastFrameAtMs: now.lastFrameAtMs,
        vitals: reading.vitals,
        clockOffsetSeconds: now.clockOffsetSeconds,
        // After a restart everything seems silent until it is heard again, and what never spoke is not lost.
        isLost:
          fault === 'deviceOffline' &&
          now.lastHeardAtMs !== null &&
          nowMs - listensSinceMs > SILENCE_SECONDS * 1000,
        isBatteryLow: now.batteryPercent !== null && now.batteryPercent <= BATTERY_LOW_PERCENT,
        sensorsOff: now.sensorsOff + reading.flatStreams,
      };
      return { forRoom, status, press: reading.press };
    },
    close() {
      frames.close();
      events.close();
    },
  };
}

type Heard = {
  connected: boolean;
  lastHeardAtMs: number | null;
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
    connected: last?.online ?? false,
    lastHeardAtMs: Math.max(lastFrameAtMs ?? 0, lastHeartbeatAtMs ?? 0) || null,
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

  return {
    now: () => now,
    // In place: this happens with every batch of frames.
    frame(atMs: number): void {
      now.connected = true;
      now.lastHeardAtMs = atMs;
      now.lastFrameAtMs = atMs;
    },
    event(event: Exclude<DeviceEvent, { kind: 'test' }>): void {
      switch (event.kind) {
        case 'connected':
          now = { ...now, connected: true, lastHeardAtMs: event.atMs };
          return;
        case 'disconnected':
          now = { ...now, connected: false };
          return;
        case 'status': {
          const counts = {
            framesReceived: event.framesReceived,
            framesRefused: event.framesRefused,
            clockOffsetSeconds: event.clockOffsetSeconds,
          };
          now =
            event.lastWill || !event.report.online
              ? { ...now, ...counts, connected: false }
              : {
                  ...now,
                  ...counts,
                  ...reported(event.report),
                  connected: true,
                  lastHeardAtMs: event.atMs,
                  lastHeartbeatAtMs: event.atMs,
                };
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
