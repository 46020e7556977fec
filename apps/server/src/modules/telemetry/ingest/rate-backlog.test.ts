import { deviceTopic } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import { startIngestFixture, type IngestFixture } from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createRateBucket } from './device-states.ts';

const START_US = 1_760_000_000_000_000;
const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};

beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  // A burst of a hundred seconds of a stream, then a hundred a second.
  opened.fixture = await startIngestFixture(opened.temporary.database, { burstSeconds: 1 });
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

describe('a device with a backlog', () => {
  it('the server reads its messages more slowly over MQTT instead of losing them', async () => {
    const { fixture } = opened;
    if (fixture === undefined) throw new Error('no fixture');
    const client = await fixture.connect('A-1');
    const frames = seriesFrames({
      streamId: 1,
      startUs: START_US,
      sampleRateHz: 250,
      samplesPerFrame: 250,
      frameCount: 450,
      random: createRandom(3),
    });
    const startedMs = performance.now();
    await Promise.all(
      frames.map((frame) =>
        client.publishAsync(deviceTopic('A-1', 'frames'), Buffer.from(frame.bytes), { qos: 1 }),
      ),
    );
    expect(performance.now() - startedMs).toBeGreaterThan(2500);
    expect(fixture.ingest.counters()).toMatchObject({
      framesStored: 450,
      framesRepeated: 0,
      messagesDropped: 0,
      refused: {},
    });
    const [run, ...more] = await fixture.timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: START_US,
      toUs: START_US + 3600e6,
    });
    expect([run?.channels[0]?.length, more.length]).toEqual([450 * 250, 0]);
  });

  it('the bucket reports how long the device is ahead of its rate', () => {
    const clock = { ms: 0 };
    const bucket = createRateBucket({ nowMs: () => clock.ms }, 100, 10);
    expect(bucket.aheadMs()).toBe(0);
    bucket.take(1, 10, 10_000);
    expect(bucket.aheadMs()).toBe(0);
    bucket.take(1, 10, 500);
    bucket.take(2, 10, 12_000);
    expect(bucket.aheadMs()).toBe(2000);
    clock.ms = 1500;
    expect(bucket.aheadMs()).toBe(500);
    clock.ms = 60_000;
    expect(bucket.aheadMs()).toBe(0);
  });
});
