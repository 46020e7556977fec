import { deviceTopic } from '@yamori/domain';
import mqtt from 'mqtt';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { connectNatsBus } from '../../../core/messaging/nats-bus.ts';
import { createCertificate } from '../../../testing/certificate.ts';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  formatKey,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import { natsServerBinary, startNatsServer } from '../../../testing/nats-server.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const opened: { temporary?: TemporaryDatabase } = {};
const cleanups: (() => Promise<void>)[] = [];
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await opened.temporary?.drop();
});

const frames = seriesFrames({
  startUs: 1_760_000_000_000_000,
  sampleRateHz: 250,
  samplesPerFrame: 250,
  frameCount: 20,
  random: createRandom(1),
});
const topic = deviceTopic('A-1', 'frames');
const binary = natsServerBinary();

async function openInstance(natsUrl?: string): Promise<IngestFixture> {
  if (opened.temporary === undefined) throw new Error('no database');
  const log = pino({ level: 'silent' });
  const bus =
    natsUrl === undefined
      ? undefined
      : await connectNatsBus({ url: natsUrl, log, now: () => new Date() });
  const fixture = await startIngestFixture(opened.temporary.database, {}, bus);
  cleanups.push(async () => {
    await fixture.close();
    await bus?.close();
  });
  return fixture;
}

describe.skipIf(binary === undefined)('two servers over NATS (skipped without nats-server)', () => {
  it('both servers show a device’s frames, and only one of them holds its connection', async () => {
    const broker = await startNatsServer(binary ?? '');
    cleanups.push(() => broker.stop());
    const [one, other] = [await openInstance(broker.url), await openInstance(broker.url)];
    const seen: number[] = [];
    other.bus.subscribe(frameSubject('A-1'), (_subject, bytes) => seen.push(bytes.length));
    await other.bus.flush();
    const first = await one.connect('A-1');
    const closed = new Promise<void>((resolve) => {
      first.once('close', () => resolve());
    });
    for (const frame of frames.slice(0, 10))
      await first.publishAsync(topic, Buffer.from(frame.bytes), { qos: 1 });
    await until(() => seen.length === 10);

    const second = await other.connect('A-1');
    await closed;
    expect([one.mqtt.connections(), other.mqtt.connections()]).toEqual([0, 1]);
    for (const frame of frames.slice(5))
      await second.publishAsync(topic, Buffer.from(frame.bytes), { qos: 1 });
    const [run, ...more] = await one.timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: 0,
      toUs: 4e15,
    });
    expect([run?.channels[0]?.length, more.length]).toEqual([20 * 250, 0]);
    await until(() => one.events.filter((event) => event.kind === 'connected').length === 2);
    expect(one.events.some((event) => event.kind === 'disconnected')).toBe(false);
  });
});

describe('MQTT with TLS', () => {
  it('the listener accepts devices over TLS and rejects plain connections', async () => {
    const fixture = await openInstance();
    const { key, cert } = await createCertificate();
    const listener = await fixture.ingest.listenMqtt({
      host: '127.0.0.1',
      port: 0,
      tls: { key, cert },
    });
    const options = {
      username: 'A-1',
      password: formatKey('A-1'),
      reconnectPeriod: 0,
      keepalive: 30,
      connectTimeout: 1_500,
    };
    const client = await mqtt.connectAsync(
      `mqtts://localhost:${listener.port}`,
      { ...options, ca: [cert], host: '127.0.0.1', servername: 'localhost' },
      false,
    );
    await client.publishAsync(topic, Buffer.from(frames[0]?.bytes ?? []), { qos: 1 });
    expect(fixture.ingest.counters().framesStored).toBe(1);
    await expect(
      mqtt.connectAsync(`mqtt://127.0.0.1:${listener.port}`, options, false),
    ).rejects.toThrow();
    await client.endAsync();
  });
});
