import { deviceTopic } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  anIngestDevice,
  startIngestFixture,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const START_US = 1_760_000_000_000_000;
const QUIET = ['Q-1', 'Q-2', 'Q-3', 'Q-4'];
const LOUD_SECONDS = 4;
const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database);
  for (const serial of QUIET) opened.fixture.devices.set(serial, anIngestDevice(serial));
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

const fixture = (): IngestFixture => opened.fixture ?? expect.fail('no fixture');
const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** Each quiet device sends a frame every 50 ms. Returns how long each acknowledgement took. */
async function quietDevices(rounds: number, firstSequence: number): Promise<number[]> {
  const took: number[] = [];
  await Promise.all(
    QUIET.map(async (serial) => {
      const client = await fixture().connect(serial);
      const frames = seriesFrames({
        serial,
        startUs: START_US + firstSequence * 50_000,
        sampleRateHz: 250,
        samplesPerFrame: 12,
        frameCount: rounds,
        firstSequence,
        random: createRandom(3),
      });
      for (const frame of frames) {
        const started = performance.now();
        await client.publishAsync(deviceTopic(serial, 'frames'), Buffer.from(frame.bytes), {
          qos: 1,
        });
        took.push(performance.now() - started);
        await new Promise((resolve) => {
          setTimeout(resolve, 50 - Math.min(49, performance.now() - started));
        });
      }
      await client.endAsync();
    }),
  );
  return took;
}

describe('one device at over 100 times its rate (T06, short)', () => {
  it('the server throttles and counts it, while the others get every acknowledgement', async () => {
    const alone = await quietDevices(40, 0);
    const loud = await fixture().connect('A-1');
    // Events declare no rate: 100 a second forever and a burst of 1,000 are accepted; the server
    // reads the rest once there is room.
    const events = seriesFrames({
      streamId: 9,
      startUs: START_US,
      sampleRateHz: 1_000,
      samplesPerFrame: 1,
      frameCount: 10_000 * LOUD_SECONDS,
      random: createRandom(1),
    });
    const flood = { stopped: false, sent: 0, startedAt: performance.now() };
    const flooding = (async () => {
      for (let at = 0; at < events.length && !(flood.stopped && flood.sent > 10_000); at += 500) {
        const part = events.slice(at, at + 500);
        flood.sent += part.length;
        // Ignores acknowledgements, like a defective device.
        loud.publish(
          deviceTopic('A-1', 'frames'),
          Buffer.concat(part.map((frame) => frame.bytes)),
          { qos: 1 },
        );
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    })();
    const withLoad = await quietDevices(60, 40);
    flood.stopped = true;
    await flooding;
    // Timings of a shared machine are printed, not asserted.
    process.stdout.write(
      `acknowledgement p95 of ${QUIET.length} devices: ${p95(alone).toFixed(1)} ms alone, ${p95(withLoad).toFixed(1)} ms beside a device that sent ${flood.sent} frames\n`,
    );

    const floodSeconds = (performance.now() - flood.startedAt) / 1000;
    const { refused, framesReceived, messagesThrottled, messagesDropped } =
      fixture().ingest.counters();
    const taken = framesReceived - 100 * QUIET.length;
    expect([alone.length, withLoad.length, messagesDropped, refused]).toEqual([
      40 * QUIET.length,
      60 * QUIET.length,
      0,
      {},
    ]);
    // The burst, one message over it, and the refill during the elapsed seconds.
    expect(taken).toBeGreaterThanOrEqual(1_000);
    expect(taken).toBeLessThan(1_500 + 100 * (floodSeconds + 1));
    expect(messagesThrottled).toBeGreaterThan(0);
    expect(loud.connected).toBe(true);
    for (const serial of QUIET)
      expect((await fixture().timeline.coverage(serial, 0, 4e15))[0]?.frameCount).toBe(100);
  });

  it('the server buffers a fixed amount and leaves the rest on the device', async () => {
    const loud = await fixture().connect('A-1');
    const events = seriesFrames({
      streamId: 9,
      startUs: START_US,
      sampleRateHz: 1_000,
      samplesPerFrame: 1,
      frameCount: 1_100,
      random: createRandom(1),
    });
    await loud.publishAsync(
      deviceTopic('A-1', 'frames'),
      Buffer.concat(events.slice(0, 900).map((frame) => frame.bytes)),
      { qos: 1 },
    );
    // One frame too many, then 20 MB in small pieces.
    const more = Buffer.concat(
      Array.from({ length: 100 }, () =>
        Buffer.concat(events.slice(900).map((frame) => frame.bytes)),
      ),
    );
    for (let round = 0; round < 30; round++) {
      loud.publish(deviceTopic('A-1', 'frames'), more, { qos: 1 });
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
    // System buffers take a few MB; the rest must wait on the device.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(loud.stream.writableLength).toBeGreaterThan(8e6);
  });

  it('a device at exactly 100 times its rate is neither throttled nor rejected', async () => {
    const client = await fixture().connect('A-1');
    // 250 Hz × 100: 25,000 samples a second; a minute of device time within 0.6 s.
    const frames = seriesFrames({
      startUs: START_US,
      sampleRateHz: 250,
      samplesPerFrame: 250,
      frameCount: 300,
      random: createRandom(1),
    });
    for (let at = 0; at < frames.length; at += 50) {
      await client.publishAsync(
        deviceTopic('A-1', 'frames'),
        Buffer.concat(frames.slice(at, at + 50).map((frame) => frame.bytes)),
        { qos: 1 },
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
    }
    expect(fixture().ingest.counters()).toMatchObject({
      framesStored: 300,
      messagesThrottled: 0,
      refused: {},
    });
  });
});
