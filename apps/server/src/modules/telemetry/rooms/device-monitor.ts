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
import { createDeviceSilence, type Reception } from './device-silence.ts';
import { createDeviceVitals, type DeviceHappening } from './device-vitals.ts';
import { findMeasuredVitals } from './stream-vitals.ts';
import { createFrameOrder, type FrameOrder, type FrameOrderOptions } from './frame-order.ts';
import { createFrameRing, type FrameRing, type FrameRingLimits } from './frame-ring.ts';
import type { LiveDevice } from './live-directory.ts';
import type { RoomDevice } from './derive-room-state.ts';

/** Watches one device: its frames, its reports, its silence. */
export type DeviceMonitor = {
  readonly device: LiveDevice;
  readonly ring: FrameRing;
  /** Its frames in order; frames of the staging log are passed in here. */
  readonly order: FrameOrder;
  /** Processes frames from before this server owned the room; returns their events. */
  readonly replay: (frames: readonly StoredFrame[]) => readonly ReplayedHappening[];
  /**
   * Advances to `atMs` (now by default, the replayed time in a replay); call it about once a
   * second.
   */
  readonly update: (reception: Reception, atMs?: number) => DeviceNow;
  readonly close: () => void;
};

type ReplayedHappening = {
  readonly happening: DeviceHappening;
  readonly receivedAtMs: number;
};

type DeviceNow = {
  readonly forRoom: RoomDevice;
  readonly status: DeviceStatus;
};

export type DeviceMonitorOptions = {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  /** Shared by all devices: the Bus carries whole frames, so the decoder keeps no partial frame. */
  readonly decoder: FrameDecoder;
  readonly ringLimits: FrameRingLimits;
  /** The device’s last stored status; a restarted server resumes from it. */
  readonly lastStatus: DeviceStatus | null;
  /** See `FrameOrderOptions`; `nothing` by default. */
  readonly holds?: FrameOrderOptions['holds'];
  /** Called synchronously from the frame’s delivery. `receivedAtMs`: when the frame arrived. */
  readonly onHappening?: (happening: DeviceHappening, receivedAtMs: number) => void;
};

export function createDeviceMonitor(
  device: LiveDevice,
  options: DeviceMonitorOptions,
): DeviceMonitor {
  const { bus, clock, lastStatus } = options;
  const ring = createFrameRing(clock, options.ringLimits);
  const contact = trackContact(lastStatus);
  const vitals = createDeviceVitals(
    device.streams,
    options.decoder,
    () => (contact.now().clockOffsetSeconds ?? 0) * 1000,
  );
  const measures = findMeasuredVitals(device.streams);
  const silence = createDeviceSilence(options.elapsedMs);
  let status = lastStatus;
  let noisySinceMs: number | null = null;
  let replayed: ReplayedHappening[] | null = null;

  const order = createFrameOrder({
    isOrdered: vitals.isOrdered,
    elapsedMs: options.elapsedMs,
    holds: options.holds ?? 'nothing',
    push(bytes, receivedAtMs) {
      contact.frame(receivedAtMs);
      silence.received();
      for (const happening of vitals.push(bytes, receivedAtMs))
        if (replayed === null) options.onHappening?.(happening, receivedAtMs);
        else replayed.push({ happening, receivedAtMs });
    },
  });
  const frames = bus.subscribe(frameSubject(device.serial), (_subject, batch) => {
    const nowMs = clock.nowMs();
    ring.push(batch);
    contact.frame(nowMs);
    silence.received();
    order.fromBus(batch, nowMs);
  });
  const events = bus.subscribe(deviceSubject(device.serial), (_subject, bytes) => {
    const event = parseDeviceEvent(bytes);
    if (event !== null && contact.event(event)) silence.received();
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
        // Otherwise an unreadable frame would hide all later events from the rules.
        replayed = null;
      }
      return happenings;
    },
    update(reception, nowMs = clock.nowMs()) {
      const reading = vitals.update(nowMs);
      noisySinceMs = reading.noisyStreams === 0 ? null : (noisySinceMs ?? nowMs);
      silence.pass(reception);
      if (silence.silentMs() > SILENCE_SECONDS * 1000) contact.lost();
      const now = contact.now();
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
        hasReceived: now.hasReceived,
        // A device that never sent is not lost.
        isLost: !now.isOnline && now.hasReceived,
        isUnjudged: now.isOnline && !now.isVerdictOurs && now.hasReceived,
        isBatteryLow: now.batteryPercent !== null && now.batteryPercent <= BATTERY_LOW_PERCENT,
        sensorsOff: now.sensorsOff + reading.flatStreams,
        measures,
      };
      return { forRoom, status };
    },
    close() {
      frames.close();
      events.close();
    },
  };
}

type DeviceContact = {
  /** From its document, until this server has observed the device itself. */
  isOnline: boolean;
  isVerdictOurs: boolean;
  hasReceived: boolean;
  lastFrameAtMs: number | null;
  readonly lastHeartbeatAtMs: number | null;
  readonly batteryPercent: number | null;
  readonly signalDbm: number | null;
  readonly sensorsOff: number;
  readonly clockOffsetSeconds: number | null;
  readonly framesReceived: number;
  readonly framesRefused: number;
};

function trackContact(last: DeviceStatus | null) {
  const lastFrameAtMs = last?.lastFrameAt?.getTime() ?? null;
  const lastHeartbeatAtMs = last?.lastHeartbeatAt?.getTime() ?? null;
  /** Frames from before the stored verdict, which a replay repeats, do not contradict it. */
  const offlineSinceMs = last?.fault === 'deviceOffline' ? last.faultSince.getTime() : null;
  let now: DeviceContact = {
    isOnline: last?.online ?? false,
    isVerdictOurs: false,
    hasReceived: lastFrameAtMs !== null || lastHeartbeatAtMs !== null,
    lastFrameAtMs,
    lastHeartbeatAtMs,
    batteryPercent: last?.batteryPercent ?? null,
    signalDbm: last?.signalDbm ?? null,
    sensorsOff: 0,
    clockOffsetSeconds: last?.clockOffsetSeconds ?? null,
    framesReceived: last?.framesReceived ?? 0,
    framesRefused: last?.framesRefused ?? 0,
  };

  const reported = (report: DeviceReport): Partial<DeviceContact> => ({
    batteryPercent: report.batteryPercent ?? null,
    signalDbm: report.signalDbm ?? null,
    sensorsOff: report.sensorsOff?.length ?? 0,
  });

  // Mutates in place: runs for every batch of frames.
  const online = (): void => {
    now.isOnline = true;
    now.isVerdictOurs = true;
    now.hasReceived = true;
  };
  const offline = (): void => {
    now.isOnline = false;
    now.isVerdictOurs = true;
  };

  return {
    now: () => now,
    lost: offline,
    frame(atMs: number): void {
      if (now.isVerdictOurs || offlineSinceMs === null || atMs > offlineSinceMs) online();
      now.lastFrameAtMs = atMs;
    },
    /** Returns true if the device itself sent the event. */
    event(event: DeviceEvent): boolean {
      switch (event.kind) {
        case 'connected':
          online();
          return true;
        // A closed connection does not mean offline: the device may be reconnecting to another
        // server.
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
  contact: DeviceContact,
  fault: DeviceStatus['fault'],
  nowMs: number,
): DeviceStatus {
  const online = fault !== 'deviceOffline';
  const onlineSince = previous?.online === true ? previous.onlineSince : new Date(nowMs);
  const asDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return {
    online,
    onlineSince: online ? onlineSince : null,
    lastFrameAt: asDate(contact.lastFrameAtMs),
    lastHeartbeatAt: asDate(contact.lastHeartbeatAtMs),
    batteryPercent: contact.batteryPercent,
    signalDbm: contact.signalDbm,
    fault,
    faultSince: previous?.fault === fault ? previous.faultSince : new Date(nowMs),
    clockOffsetSeconds: contact.clockOffsetSeconds,
    framesReceived: contact.framesReceived,
    framesRefused: contact.framesRefused,
  };
}
