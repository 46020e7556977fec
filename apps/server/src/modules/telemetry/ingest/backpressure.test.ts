import { deviceTopic } from '@yamori/domain';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolDatabase } from '../../../core/database/pool-database.ts';
import type { Database } from '../../../core/database/database.ts';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import { startIngestFixture, until, type IngestFixture } from '../../../testing/ingest-fixture.ts';
import { startDatabaseLink } from '../../../testing/database-link.ts';
import type { TcpProxy } from '../../../testing/tcp-proxy.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const START_US = 1_760_000_000_000_000;
const topic = deviceTopic('A-1', 'frames');
const opened: {
  temporary?: TemporaryDatabase;
  proxy?: TcpProxy;
  database?: Database;
  fixture?: IngestFixture;
} = {};

/** The database behind a link that can be cut. */
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  const proxy = await startDatabaseLink(opened.temporary.url);
  opened.proxy = proxy;
  opened.database = createPoolDatabase(
    { url: proxy.url, connections: 4 },
    pino({ level: 'silent' }),
  );
  opened.fixture = await startIngestFixture(opened.database, {
    pendingBytes: 60_000,
    commitWindowMs: 20,
  });
});
afterEach(async () => {
  opened.proxy?.set('open');
  await opened.fixture?.close();
  await opened.database?.close();
  await opened.proxy?.close();
  await opened.temporary?.drop();
});

function parts(): { fixture: IngestFixture; proxy: TcpProxy } {
  if (opened.fixture === undefined || opened.proxy === undefined) throw new Error('not open');
  return { fixture: opened.fixture, proxy: opened.proxy };
}
const ecg = (frameCount: number, firstSequence = 0) =>
  seriesFrames({
    startUs: START_US + firstSequence * 1e6,
    sampleRateHz: 250,
    samplesPerFrame: 250,
    frameCount,
    firstSequence,
    random: createRandom(1),
  });

describe('ingest during a database outage', () => {
  it('acknowledges nothing, forwards live data, and stores everything afterwards', async () => {
    const { fixture, proxy } = parts();
    const client = await fixture.connect('A-1');
    await client.publishAsync(topic, Buffer.from(ecg(1)[0]?.bytes ?? []), { qos: 1 });
    const live: string[] = [];
    fixture.bus.subscribe(frameSubject('A-1'), (subject) => live.push(subject));
    proxy.set('cut');
    const acknowledged: number[] = [];
    const publishing = ecg(50, 1).map((frame) =>
      client
        .publishAsync(topic, Buffer.from(frame.bytes), { qos: 1 })
        .then(() => acknowledged.push(frame.sequence)),
    );
    await until(() => fixture.ingest.counters().state.kind === 'stalled');
    await until(() => live.length === 50);
    expect(acknowledged).toEqual([]);
    expect(fixture.ingest.counters().state).toMatchObject({
      kind: 'stalled',
      reason: 'database-unavailable',
    });
    proxy.set('open');
    await Promise.all(publishing);
    expect(acknowledged).toHaveLength(50);
    expect(fixture.ingest.counters()).toMatchObject({
      state: { kind: 'working' },
      pendingBytes: 0,
      framesStored: 51,
      messagesDropped: 0,
    });
    const [run] = await fixture.timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 60e6,
    });
    expect(run?.channels[0]).toHaveLength(51 * 250);
  });

  it('holds at most its cap, drops the newest messages unacknowledged, and receives them again later', async () => {
    const { fixture, proxy } = parts();
    const client = await fixture.connect('A-1', { reconnectPeriod: 100 });
    proxy.set('cut');
    const frames = ecg(250);
    const publishing = frames.map((frame) =>
      client.publishAsync(topic, Buffer.from(frame.bytes), { qos: 1 }),
    );
    await until(() => fixture.ingest.counters().messagesDropped > 0);
    expect(fixture.ingest.counters().pendingBytes).toBeLessThanOrEqual(60_000);
    proxy.set('open');
    await Promise.all(publishing);
    const [run, ...more] = await fixture.timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 300e6,
    });
    expect([run?.channels[0]?.length, more.length]).toEqual([250 * 250, 0]);
  });

  it('recovers from a link on which nothing passes', async () => {
    const { fixture, proxy } = parts();
    const client = await fixture.connect('A-1');
    await client.publishAsync(topic, Buffer.from(ecg(1)[0]?.bytes ?? []), { qos: 1 });
    proxy.set('hole');
    const publishing = client.publishAsync(topic, Buffer.from(ecg(1, 1)[0]?.bytes ?? []), {
      qos: 1,
    });
    await until(() => fixture.ingest.counters().state.kind === 'stalled');
    proxy.set('open');
    await publishing;
    expect(fixture.ingest.counters().framesStored).toBe(2);
  });
});
