import { ProblemError } from '@yamori/domain';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Bus } from '../../../core/messaging/bus.ts';
import { deviceSubject, encodeDeviceEvent } from '../../../core/messaging/device-event.ts';
import { createWindowLimit } from '../../../core/limits.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import type { Timeline } from '../../../core/timeline/timeline.ts';
import { accept } from './accept-frames.ts';
import { acceptStatus, followClocks } from './accept-status.ts';
import {
  type FindDevice,
  type IngestDevice,
  admitDevice,
  type Admission,
} from './ingest-device.ts';
import { createDeviceStates } from './device-states.ts';
import { createFrameWriter } from './frame-writer.ts';
import type { CommitterState } from './group-committer.ts';
import { countOne, createIngestTally, type IngestCounters } from './ingest-counters.ts';
import { INGEST_LIMITS, type IngestLimits } from './ingest-limits.ts';
import type { IngestContext, Origin } from './ingest-context.ts';
import type { MessageHandler } from '../mqtt/mqtt-messages.ts';
import { openMqtt, type MqttListener, type MqttOptions } from '../mqtt/mqtt-listener.ts';
import type { SequenceCounters } from './sequence-watch.ts';
import { deadLetter } from './dead-letter.ts';

type IngestOptions = {
  readonly bus: Bus;
  readonly timeline: Timeline;
  readonly findDevice: FindDevice;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits?: Partial<IngestLimits>;
  /** Distinguishes this server’s announcements from those of others on the same Bus. */
  readonly instanceId?: string;
};

/**
 * Receives device data: validates it, forwards it immediately, and acknowledges it once it is
 * durable.
 */
export type Ingest = MessageHandler & {
  readonly listenMqtt: (options: MqttOptions) => Promise<MqttListener>;
  readonly admit: (serial: string, key: string | Uint8Array, origin: Origin) => Admission;
  /**
   * Throws `limit-device-rate` with the time to wait while a stream of the device exceeds its rate.
   */
  readonly checkRate: (device: IngestDevice) => void;
  /** Call it when a device’s document or type changes: ends a session whose key was revoked. */
  readonly deviceChanged: (serial: string) => void;
  readonly counters: () => IngestCounters & {
    readonly pendingBytes: number;
    readonly commits: number;
    readonly state: CommitterState;
  };
  readonly sequenceCounters: (serial: string) => ReadonlyMap<number, SequenceCounters>;
  readonly close: () => Promise<void>;
};

export function createIngest(options: IngestOptions): Ingest {
  const limits = { ...INGEST_LIMITS, ...options.limits };
  const { clock, log, bus, timeline } = options;
  const context: IngestContext = {
    clock,
    log,
    bus,
    timeline,
    limits,
    instanceId: options.instanceId ?? randomUUID(),
    tally: createIngestTally(),
    findDevice: options.findDevice,
    devices: createDeviceStates(clock, limits),
    writer: createFrameWriter(timeline, clock, log, limits),
    shouldLog: createLogThrottle(clock, 60),
  };
  const listeners = new Set<MqttListener>();
  const clocks = followClocks(context);

  const ingest: Ingest = {
    listenMqtt: async (mqtt) => {
      const listener = await openMqtt(ingest, context, mqtt);
      listeners.add(listener);
      return listener;
    },
    admit: (serial, key, origin) => admit(context, serial, key, origin),
    accept: (device, bytes, origin) => accept(context, device, bytes, origin),
    checkRate: (device) => {
      const aheadMs = context.devices.of(device.serial).bucket.aheadMs();
      if (aheadMs <= 0) return;
      context.tally.messagesThrottled += 1;
      throw new ProblemError('limit-device-rate', { retryAfterSeconds: Math.ceil(aheadMs / 1000) });
    },
    aheadMs: (device) => context.devices.of(device.serial).bucket.aheadMs(),
    acceptStatus: (device, json, origin, lastWill) =>
      acceptStatus(context, device, json, origin, lastWill),
    deadLetter: (device, reason, bytes, origin) =>
      deadLetter(context, device, [{ reason, bytes }], origin),
    announce: (event) => {
      if (event.kind === 'connected') timeline.clocks.doubt(event.serial);
      // Queued behind earlier reports.
      void context.devices
        .of(event.serial)
        .inOrder(async () => bus.publish(deviceSubject(event.serial), encodeDeviceEvent(event)));
    },
    deviceChanged: (serial) => {
      const device = options.findDevice(serial);
      for (const listener of listeners) listener.deviceChanged(serial, device);
    },
    counters: () => ({
      ...context.tally,
      refused: { ...context.tally.refused },
      signInsRefused: { ...context.tally.signInsRefused },
      connectionsRefused: { ...context.tally.connectionsRefused },
      pendingBytes: context.writer.pendingBytes(),
      commits: context.writer.commits(),
      state: context.writer.state(),
    }),
    sequenceCounters: (serial) => context.devices.of(serial).sequences.counters(),
    close: async () => {
      for (const listener of listeners) await listener.close();
      clocks.close();
      await context.writer.close();
    },
  };
  return ingest;
}

const ADVICE = {
  unknownDevice: 'no device has this serial: register it, or correct the serial in the device',
  noKey: 'the device has no key yet: issue one on its page',
  wrongKey: "the key is wrong: issue a new one on the device's page and enter it in the device",
} as const;

function admit(
  context: IngestContext,
  serial: string,
  key: string | Uint8Array,
  origin: Origin,
): Admission {
  const admission = admitDevice(context.findDevice, serial, key);
  if (admission.kind === 'admitted') return admission;
  const { reason } = admission;
  countOne(context.tally.signInsRefused, reason);
  // An invented name may be as long as a packet.
  const shown = serial.slice(0, 40);
  if (context.shouldLog(`${reason}/${shown}`)) {
    context.log.warn(
      { serial: shown, ...origin, reason },
      `device sign-in rejected: ${ADVICE[reason]}`,
    );
  }
  return admission;
}

/**
 * Log throttling: returns true at most once in `everySeconds` for each name, so that a misbehaving
 * device does not fill the log.
 */
export function createLogThrottle(
  clock: Clock,
  everySeconds: number,
  maxKeys = 1_000,
): (name: string) => boolean {
  const count = createWindowLimit({ max: 1, windowMs: everySeconds * 1000, maxKeys }, clock.nowMs);
  return (name) => count(name) === 0;
}
