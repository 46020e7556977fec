import { setTimeout as wait } from 'node:timers/promises';
import { HEARTBEAT_INTERVAL_SECONDS, deviceTopic, type DeviceReport } from '@yamori/domain';
import { connect, type MqttClient } from 'mqtt';

/**
 * One device's connection over MQTT: frames at QoS 1, a report every heartbeat, a last will. What
 * is not acknowledged is sent again after a reconnect in its order, up to a cap; beyond it the
 * newest is dropped and counted, as a small device would. Frames that are due together travel in
 * messages that the server takes whatever the delay was.
 */
export type DeviceLink = {
  readonly sendFrames: (frames: readonly Uint8Array[]) => void;
  readonly sendReport: (report: DeviceReport) => void;
  /** As if the device lost its network: the server hears the last will. */
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
  /** Batches that may wait for their acknowledgement. */
  readonly maxPending: number;
  readonly reconnectMs: number;
};

/** A quarter of what the server takes in one message. */
const MESSAGE_BYTES = 256 * 1024;
/**
 * So many messages are under way; the others wait, so that a server that acknowledges late can slow
 * the device down.
 */
const MOST_UNDER_WAY = 20;

/** How long closing waits for acknowledgements; from a server that is away none will come. */
const CLOSE_MS = 2000;

type Message = { readonly bytes: Buffer; underWay: boolean };

/**
 * Every connection is a new client, and what waits is kept here: the client's own way of sending
 * again leaves out messages that were handed to it in the moment of a cut, and forgets all when it
 * is told to reconnect.
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
      for (const message of waiting) message.underWay = false;
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
    let underWay = 0;
    for (const message of waiting) {
      if (underWay >= MOST_UNDER_WAY) return;
      underWay += 1;
      if (message.underWay) continue;
      message.underWay = true;
      through.publish(deviceTopic(serial, 'frames'), message.bytes, { qos: 1 }, (error) => {
        // Without an acknowledgement the next connection sends it.
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
      for (const bytes of messagesOf(frames)) {
        if (waiting.size >= options.maxPending) counted.dropped += 1;
        else {
          counted.sent += 1;
          waiting.add({ bytes, underWay: false });
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

/** One connection; it does not come back by itself. */
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

/** Whole frames in as few messages as their size allows. */
function messagesOf(frames: readonly Uint8Array[]): Buffer[] {
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
