import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceTopic } from '@yamori/domain';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  anIngestDevice,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';

const opened: { temporary?: TemporaryDatabase; worlds: IngestFixture[] } = { worlds: [] };
const HOUR_US = 3_600e6;
const device = anIngestDevice('A-1');
const origin = { transport: 'https', address: '127.0.0.1' } as const;

/** Two servers on one database and one Bus. */
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  const first = await startIngestFixture(opened.temporary.database);
  opened.worlds = [first, await startIngestFixture(opened.temporary.database, {}, first.bus)];
});
afterEach(async () => {
  for (const fixture of opened.worlds) await fixture.close();
  await opened.temporary?.drop();
});

const fixture = (index: number): IngestFixture => opened.worlds[index] ?? expect.fail('no fixture');
const framesAt = (startUs: number, firstSequence: number) =>
  seriesFrames({
    startUs,
    firstSequence,
    sampleRateHz: 250,
    samplesPerFrame: 250,
    frameCount: 2,
    random: createRandom(1),
  });
const listOffsets = async (fromUs: number): Promise<number[]> =>
  (await fixture(0).timeline.read({ serial: 'A-1', streamId: 1, fromUs, toUs: fromUs + 60e6 })).map(
    (run) => run.clockOffsetUs,
  );

it('a server places a device’s frames by the offset that another server measured', async () => {
  const nowUs = Math.round(Date.now() * 1000);
  await fixture(1).ingest.accept(
    device,
    Buffer.concat(framesAt(nowUs - 600e6, 0).map((frame) => frame.bytes)),
    origin,
  );
  await fixture(0).ingest.acceptStatus(
    device,
    JSON.stringify({ online: true, deviceTimeUs: nowUs + HOUR_US }),
    origin,
    false,
  );
  await until(() => fixture(0).events.some((event) => event.kind === 'status'));
  const [applied] = fixture(0).events.flatMap((event) =>
    event.kind === 'status' ? [event.appliedOffsetSeconds * 1e6] : [],
  );
  await fixture(1).ingest.accept(
    device,
    Buffer.concat(framesAt(nowUs + HOUR_US, 2).map((frame) => frame.bytes)),
    origin,
  );
  expect(applied).toBeGreaterThan(HOUR_US - 60e6);
  expect([
    await listOffsets(nowUs - 610e6),
    await listOffsets(nowUs + HOUR_US - (applied ?? 0) - 1e6),
  ]).toEqual([[0], [applied]]);
});

it('a server rereads the offset when a device returns from another server whose announcement was lost', async () => {
  const nowUs = Math.round(Date.now() * 1000);
  const one = await fixture(1).connect('A-1');
  const [frame] = framesAt(nowUs - 600e6, 0);
  await one.publishAsync(deviceTopic('A-1', 'frames'), Buffer.from(frame?.bytes ?? []), { qos: 1 });
  // Recorded directly in the other server’s timeline, so it is not announced.
  await fixture(0).timeline.clocks.report('A-1', nowUs + HOUR_US);
  const again = await fixture(1).connect('A-1');
  await until(() => fixture(1).events.filter((event) => event.kind === 'connected').length === 2);
  for (const later of framesAt(nowUs + HOUR_US, 5))
    await again.publishAsync(deviceTopic('A-1', 'frames'), Buffer.from(later.bytes), { qos: 1 });
  const offsets = await listOffsets(nowUs - 20e6);
  expect(offsets).toHaveLength(1);
  expect(offsets[0]).toBeGreaterThan(HOUR_US - 60e6);
});
