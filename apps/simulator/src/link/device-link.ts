import { setTimeout as wait } from 'node:timers/promises';
import { HEARTBEAT_INTERVAL_SECONDS, deviceTopic, type DeviceReport } from '@yamori/domain';
import { connect, type MqttClient } from 'mqtt';

/**
 * MQTT connection of one device: frames at QoS 1, a report on every heartbeat, a last will.
 * Unacknowledged messages are resent in order after a reconnect, up to a limit; beyond it the
 * newest are dropped and counted, as on a small device. Frames due together are combined into
 * messages within the server's size limit.
 */
export type DeviceLink = {
  readonly sendFrames: (frames: readonly Uint8Array[]) => void;
  readonly sendReport: (report: DeviceReport) => void;
  /** Simulates loss of the network: the server receives the last will. */
  readonly drop: () => void;
  readonly restore: () => void;
  readonly counts: () => LinkCounts;
  /** Resolves when everything sent so far is acknowledged. */
  readonly drained: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type LinkCounts = {
  readonly sent: number;
  readonly acknowledged: number;
  readonly dropped: number;
  readonly connected: boolean;
  readonly refusal: string | null;
};

export type LinkOptions = {
  /** mqtt:// or mqtts:// address of the server. */
  readonly url: string;
  readonly serial: string;
  readonly key: string;
  /** Maximum number of unacknowledged batches. */
  readonly maxPending: number;
  readonly reconnectMs: number;
};

/** A quarter of the server's maximum message size. */
const MESSAGE_BYTES = 256 * 1024;
/** Maximum number of messages in flight, so that a slow server can slow the device down. */
const MAX_IN_FLIGHT = 20;

/** Maximum wait for acknowledgements on close, in case the server is away. */
const CLOSE_MS = 2000;

type Message = { readonly bytes: Buffer; inFlight: boolean };

/**
 * Every connection uses a new client, and this object holds the pending messages. The client's own
 * resend misses messages passed to it while the connection drops, and forgets all of them on a
 * requested reconnect.
 */
export function openDeviceLink(options: LinkOptions): DeviceLink {
  const { serial } = options;
  const waiting = new Set<Message>();
  const counted = { sent: 0, acknowledged: 0, dropped: 0 };
  let client: MqttClient | null = null;
  let connected = false;
  let away = false;
  let refusal: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let onDrained: (() => void)[] = [];

  function open(): void {
    const opened = connectDevice(options);
    client = opened;
    opened.on('error', (error) => {
      refusal = error.message;
    });
    opened.on('connect', () => {
      refusal = null;
      connected = true;
      for (const message of waiting) message.inFlight = false;
      sendWaiting(opened);
    });
    opened.on('close', () => {
      if (client !== opened) return;
      client = null;
      connected = false;
      opened.end(true);
      if (!away) timer = setTimeout(open, options.reconnectMs);
    });
  }

  function sendWaiting(through: MqttClient): void {
    let inFlight = 0;
    for (const message of waiting) {
      if (inFlight >= MAX_IN_FLIGHT) return;
      inFlight += 1;
      if (message.inFlight) continue;
      message.inFlight = true;
      through.publish(deviceTopic(serial, 'frames'), message.bytes, { qos: 1 }, (error) => {
        // If unacknowledged, the next connection resends it.
        if (error === undefined || error === null) acknowledge(message, through);
      });
    }
  }

  function acknowledge(message: Message, through: MqttClient): void {
    if (!waiting.delete(message)) return;
    counted.acknowledged += 1;
    if (connected && through === client) sendWaiting(through);
    if (waiting.size > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  }

  const drained = (): Promise<void> =>
    waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => void onDrained.push(resolve));

  open();
  return {
    sendFrames(frames) {
      for (const bytes of combineFrames(frames)) {
        if (waiting.size >= options.maxPending) counted.dropped += 1;
        else {
          counted.sent += 1;
          waiting.add({ bytes, inFlight: false });
        }
      }
      if (connected && client !== null) sendWaiting(client);
    },
    sendReport(report) {
      if (connected)
        client?.publish(
          deviceTopic(serial, 'status'),
          JSON.stringify(report),
          { qos: 1 },
          () => undefined,
        );
    },
    drop() {
      away = true;
      clearTimeout(timer);
      client?.stream.destroy();
    },
    restore() {
      away = false;
      if (client === null) open();
    },
    counts: () => ({ ...counted, connected, refusal }),
    drained,
    async close() {
      away = true;
      clearTimeout(timer);
      if (connected) await Promise.race([drained(), wait(CLOSE_MS, undefined, { ref: false })]);
      await client?.endAsync(!connected || waiting.size > 0);
    },
  };
}

/** One connection without automatic reconnect. */
function connectDevice({ url, serial, key }: LinkOptions): MqttClient {
  return connect(url, {
    username: serial,
    password: key,
    clientId: `yamori-${serial}`,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    keepalive: 3 * HEARTBEAT_INTERVAL_SECONDS,
    clean: true,
    will: {
      topic: deviceTopic(serial, 'status'),
      payload: Buffer.from(JSON.stringify({ online: false })),
      qos: 1,
      retain: false,
    },
  });
}

/** Combines frames into as few messages as the size limit allows. */
function combineFrames(frames: readonly Uint8Array[]): Buffer[] {
  const messages: Uint8Array[][] = [];
  let bytes = Infinity;
  for (const frame of frames) {
    if (bytes + frame.length > MESSAGE_BYTES) {
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)?.push(frame);
    bytes += frame.length;
  }
  return messages.map((parts) => Buffer.concat(parts));
}
