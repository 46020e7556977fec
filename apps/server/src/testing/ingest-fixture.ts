import type { StreamDeclaration } from '@yamori/domain';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { pino } from 'pino';
import type { Database } from '../core/database/database.ts';
import { hashDeviceKey } from '../modules/devices/device-key.ts';
import { createIngest, type Ingest } from '../modules/telemetry/ingest/ingest.ts';
import type { IngestDevice } from '../modules/telemetry/ingest/ingest-device.ts';
import type { IngestLimits } from '../modules/telemetry/ingest/ingest-limits.ts';
import type { MqttListener } from '../modules/telemetry/mqtt/mqtt-listener.ts';
import type { Bus } from '../core/messaging/bus.ts';
import { parseDeviceEvent, type DeviceEvent } from '../core/messaging/device-event.ts';
import { createInProcessBus } from '../core/messaging/in-process-bus.ts';
import { createTimeline, type Timeline } from '../core/timeline/timeline.ts';

export const stream = (
  streamId: number,
  channels: number,
  sampleRateHz: number,
): StreamDeclaration => ({
  streamId,
  kind: 'ecg',
  channels,
  unit: 'mV',
  sampleRateHz,
  scale: 1,
  offset: 0,
});

export const formatKey = (serial: string): string => `key-of-${serial}`;

export const anIngestDevice = (serial: string, more: Partial<IngestDevice> = {}): IngestDevice => ({
  serial,
  rootDomainId: 'root',
  domainId: 'root',
  roomId: null,
  typeId: 'multi',
  keyHash: hashDeviceKey(formatKey(serial)),
  streams: [stream(1, 1, 250), stream(2, 3, 50), stream(9, 1, 0)],
  ...more,
});

export type IngestFixture = {
  readonly ingest: Ingest;
  readonly timeline: Timeline;
  readonly bus: Bus;
  readonly mqtt: MqttListener;
  /** Documents of the device directory; report changes with `ingest.deviceChanged`. */
  readonly devices: Map<string, IngestDevice>;
  readonly events: DeviceEvent[];
  /** Added to the real clock. */
  /** Real time by default; `stoppedAtMs` stops it. */
  readonly clock: { aheadMs: number; stoppedAtMs: number | null };
  readonly connect: (serial: string, options?: IClientOptions) => Promise<MqttClient>;
  readonly close: () => Promise<void>;
};

/**
 * Ingest with real parts: a broker on a free port, a timeline on the database, an in-process Bus.
 */
export async function startIngestFixture(
  database: Database,
  limits: Partial<IngestLimits> = {},
  bus: Bus = createInProcessBus(pino({ level: 'silent' })),
): Promise<IngestFixture> {
  const log = pino({ level: 'silent' });
  const clock = {
    aheadMs: 0,
    stoppedAtMs: null as number | null,
    nowMs: (): number => (clock.stoppedAtMs ?? Date.now()) + clock.aheadMs,
  };
  const devices = new Map(['A-1', 'A-2', 'B-1'].map((serial) => [serial, anIngestDevice(serial)]));
  const timeline = createTimeline({ database, clock, log });
  const ingest = createIngest({
    bus,
    timeline,
    clock,
    log,
    limits,
    findDevice: (serial) => devices.get(serial) ?? null,
  });
  const listener = await ingest.listenMqtt({ host: '127.0.0.1', port: 0 });
  const events: DeviceEvent[] = [];
  bus.subscribe('device.>', (_subject, bytes) => {
    const event = parseDeviceEvent(bytes);
    if (event !== null) events.push(event);
  });
  const clients: MqttClient[] = [];
  return {
    ingest,
    timeline,
    bus,
    mqtt: listener,
    devices,
    events,
    clock,
    async connect(serial, options = {}) {
      const client = await mqtt.connectAsync(
        `mqtt://127.0.0.1:${listener.port}`,
        {
          username: serial,
          password: formatKey(serial),
          reconnectPeriod: 0,
          keepalive: 30,
          ...options,
        },
        false,
      );
      client.on('error', () => undefined);
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.end(true);
      await ingest.close();
    },
  };
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline;) {
    if (await condition()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error('the condition was not met in time');
}
