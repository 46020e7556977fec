import { deviceTopic } from '@yamori/domain';
import { FRAME_HEADER_BYTES, crc32c, decodeFrame, encodeFrame, scanFrames } from '@yamori/frames';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createRandom, seriesFrames, shuffle } from '../../../testing/device-frames.ts';
import { startIngestFixture, until, type IngestFixture } from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import type { FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import { readDeadLetters } from './dead-letter-store.ts';

const START_US = 1_760_000_000_000_000;
const topic = deviceTopic('A-1', 'frames');
const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};
beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database);
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

const fixture = (): IngestFixture => opened.fixture ?? expect.fail('no fixture');
const listDeadLetters = (serial: string) =>
  readDeadLetters(opened.temporary?.database ?? expect.fail('no database'), serial, 100);
const ecg = (
  frameCount: number,
  more: { firstSequence?: number; startUs?: number; seed?: number } = {},
): FrameToStage[] =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 250,
    samplesPerFrame: 250,
    frameCount,
    random: createRandom(more.seed ?? 1),
    ...more,
  });
const joined = (frames: readonly FrameToStage[]): Buffer =>
  Buffer.concat(frames.map((frame) => frame.bytes));
const decodeSamples = (frames: readonly FrameToStage[]): number[] =>
  frames.flatMap((frame) =>
    scanFrames(frame.bytes).frames.flatMap((view) => [...decodeFrame(view)]),
  );

/** A frame with a changed field and a corrected checksum, unless the checksum is the fault. */
function altered(change: (bytes: DataView) => void, resum = true): Buffer {
  const bytes = encodeFrame({
    streamId: 1,
    sequence: 1,
    deviceTimeUs: START_US,
    channels: [Int16Array.of(1, 2, 3, 4)],
    encoding: 'plain',
  });
  const view = new DataView(bytes.buffer);
  change(view);
  if (resum) view.setUint32(bytes.length - 4, crc32c(bytes, 4, bytes.length - 4), true);
  return Buffer.from(bytes);
}

const whole = (streamId: number, channels: number): Buffer =>
  Buffer.from(
    encodeFrame({
      streamId,
      sequence: 3,
      deviceTimeUs: START_US,
      channels: Array.from({ length: channels }, () => Int16Array.of(1)),
    }),
  );

const REASONS: readonly (readonly [string, Buffer])[] = [
  ['noSync', Buffer.from('{"frames":[]}')],
  ['badVersion', altered((view) => view.setUint8(4, 9))],
  ['badEncoding', altered((view) => view.setUint8(5, 7))],
  ['badLength', altered((view) => view.setUint16(20, 3, true))],
  ['overLimit', altered((view) => view.setUint32(24, 5_000_000, true))],
  ['badCrc', altered((view) => view.setUint8(FRAME_HEADER_BYTES + 1, 99), false)],
  ['truncated', altered(() => undefined).subarray(0, 30)],
  ['unknownStream', whole(88, 1)],
  ['wrongChannels', whole(2, 2)],
];

describe('invalid messages (T05)', () => {
  it.each(REASONS)(
    'the server stores a dead letter for %s, counts and acknowledges it, and accepts the good frames',
    async (reason, bytes) => {
      const client = await fixture().connect('A-1');
      const received: number[] = [];
      fixture().bus.subscribe(frameSubject('A-1'), (_subject, stretch) =>
        received.push(stretch.length),
      );
      const good = ecg(2);
      // Truncation can only be detected at the end of a message.
      const message =
        reason === 'truncated'
          ? [joined(good), bytes]
          : [joined(good.slice(0, 1)), bytes, joined(good.slice(1))];
      await client.publishAsync(topic, Buffer.concat(message), { qos: 1 });
      expect(fixture().ingest.counters()).toMatchObject({
        refused: { [reason]: 1 },
        framesReceived: 2,
        framesStored: 2,
      });
      await until(async () => (await listDeadLetters('A-1')).length === 1);
      const [kept] = await listDeadLetters('A-1');
      expect(kept).toMatchObject({
        reason,
        transport: 'mqtt',
        address: '127.0.0.1',
        byteLength: bytes.length,
      });
      expect(Buffer.from(kept?.bytes ?? []).equals(bytes)).toBe(true);
      expect(received.reduce((sum, length) => sum + length, 0)).toBe(joined(good).length);
      // No redelivery loop: the connection survives, and the next message passes.
      await client.publishAsync(
        topic,
        joined(ecg(1, { firstSequence: 2, startUs: START_US + 2e6 })),
        { qos: 1 },
      );
      expect(client.connected).toBe(true);
    },
  );

  it('a thousand invalid messages affect no other device and fill neither log nor table', async () => {
    const [bad, good] = [await fixture().connect('A-1'), await fixture().connect('A-2')];
    const sending = Array.from({ length: 1_000 }, (_, number) =>
      bad.publishAsync(topic, REASONS[number % REASONS.length]?.[1] ?? '', { qos: 1 }),
    );
    const own = seriesFrames({
      serial: 'A-2',
      startUs: START_US,
      sampleRateHz: 250,
      samplesPerFrame: 250,
      frameCount: 20,
      random: createRandom(2),
    });
    for (const frame of own)
      await good.publishAsync(deviceTopic('A-2', 'frames'), Buffer.from(frame.bytes), { qos: 1 });
    await Promise.all(sending);
    const { refused, framesStored } = fixture().ingest.counters();
    expect([
      Object.values(refused).reduce((sum, count) => sum + count, 0),
      Object.keys(refused).sort(),
      framesStored,
    ]).toEqual([1_000, REASONS.map(([reason]) => reason).sort(), 20]);
    await until(async () => (await listDeadLetters('A-1')).length === 60);
    expect(await listDeadLetters('A-2')).toEqual([]);
  });

  it('a message for another organisation’s device reaches neither its timeline nor its listeners', async () => {
    const client = await fixture().connect('A-1');
    const received: string[] = [];
    fixture().bus.subscribe('frames.>', (subject) => received.push(subject));
    for (const foreign of [
      deviceTopic('B-1', 'frames'),
      deviceTopic('B-1', 'status'),
      'anything/else',
      `${topic}/more`,
    ])
      await client.publishAsync(foreign, joined(ecg(1)), { qos: 1 });
    expect(fixture().ingest.counters()).toMatchObject({
      refused: { foreignTopic: 4 },
      framesReceived: 0,
      statusReports: 0,
    });
    expect(received).toEqual([]);
    expect(await fixture().timeline.coverage('B-1', 0, 4e15)).toEqual([]);
  });
});

describe('repeated, shuffled and late frames (T03)', () => {
  it('the stored series equals that of a device that sends each frame once in order', async () => {
    const client = await fixture().connect('A-1');
    const random = createRandom(303);
    const day = ecg(150, { firstSequence: 90_000 });
    // Buffered by the device while it was out of range: older numbers, older times.
    const late = ecg(60, { startUs: START_US - 86_400e6, firstSequence: 3_600, seed: 9 });
    // Each frame three times, shuffled within 60 s.
    const shuffled = [0, 60, 120].flatMap((at) =>
      shuffle(
        [0, 1, 2].flatMap(() => day.slice(at, at + 60)),
        random,
      ),
    );
    const live: number[] = [];
    fixture().bus.subscribe(frameSubject('A-1'), (_subject, bytes) =>
      live.push(...scanFrames(bytes).frames.map((frame) => frame.sequence)),
    );
    for (let at = 0; at < shuffled.length; at += 9) {
      await client.publishAsync(topic, joined(shuffled.slice(at, at + 9)), { qos: 1 });
      if (at % 90 === 0) await fixture().timeline.compact(-1e6, -1e6);
    }
    await client.publishAsync(topic, joined(late), { qos: 1 });
    expect(fixture().ingest.counters()).toMatchObject({
      framesReceived: 510,
      framesStored: 210,
      framesRepeated: 300,
      refused: {},
    });
    for (let round = 0; round < 2; round++) {
      const runs = await fixture().timeline.read({
        serial: 'A-1',
        streamId: 1,
        fromUs: START_US,
        toUs: START_US + 200e6,
      });
      expect(runs.map((run) => run.firstSampleTimeUs)).toEqual([START_US]);
      expect([...(runs[0]?.channels[0] ?? [])]).toEqual(decodeSamples(day));
      const [yesterday, ...more] = await fixture().timeline.read({
        serial: 'A-1',
        streamId: 1,
        fromUs: START_US - 87_000e6,
        toUs: START_US - 80_000e6,
      });
      expect([[...(yesterday?.channels[0] ?? [])], more]).toEqual([decodeSamples(late), []]);
      await fixture().timeline.compact(-1e6, -1e6);
    }
    // No old frame reaches the live path, which raises alarms.
    expect(live.filter((sequence) => sequence < 90_000)).toEqual([]);
    expect(live).toEqual(live.toSorted((one, other) => one - other));
    expect(new Set(live).size).toBe(live.length);
  });
});

describe('wrong device clocks (T04)', () => {
  const HOUR_US = 3_600e6;
  const seen = async (count: number) => {
    await until(() => fixture().events.filter((event) => event.kind === 'status').length >= count);
    return fixture()
      .events.filter((event) => event.kind === 'status')
      .at(-1);
  };

  it.each([
    ['two hours behind', (nowUs: number) => nowUs - 2 * HOUR_US],
    ['two hours ahead', (nowUs: number) => nowUs + 2 * HOUR_US],
    ['in 1970', () => 1_000_000],
    ['in 2038, beyond 32 bits of seconds', () => 2 ** 31 * 1e6 + 5e6],
  ])(
    'the server reports a clock that is %s and places frames by its own, keeping both times',
    async (_name, clockAt) => {
      const client = await fixture().connect('A-1');
      const nowUs = Date.now() * 1000;
      const deviceUs = clockAt(nowUs);
      await client.publishAsync(
        deviceTopic('A-1', 'status'),
        JSON.stringify({ online: true, deviceTimeUs: deviceUs }),
        { qos: 1 },
      );
      const status = await seen(1);
      const offSeconds = (deviceUs - nowUs) / 1e6;
      expect(
        Math.abs((status?.kind === 'status' ? status.appliedOffsetSeconds : 0) - offSeconds),
      ).toBeLessThan(60);
      await client.publishAsync(topic, joined(ecg(20, { startUs: deviceUs })), { qos: 1 });
      const frames = [];
      for await (const frame of fixture().timeline.readFrames({
        serial: 'A-1',
        streamId: 1,
        fromUs: nowUs - 60e6,
        toUs: nowUs + 120e6,
      }))
        frames.push(frame);
      expect(frames).toHaveLength(20);
      expect(Math.min(...frames.map((frame) => frame.deviceTimeUs))).toBe(deviceUs);
      for (const frame of frames)
        expect(frame.timeUs).toBe(frame.deviceTimeUs - frame.clockOffsetUs);
      expect(
        await fixture().timeline.read({
          serial: 'A-1',
          streamId: 1,
          fromUs: deviceUs,
          toUs: deviceUs + 60e6,
        }),
      ).toEqual([]);
    },
  );

  it('a clock corrected at midnight leaves one night, without a gap or a doubled second', async () => {
    // Ten seconds before midnight in Japan.
    const evening = Date.parse('2026-04-30T23:59:50+09:00');
    fixture().clock.aheadMs = evening - Date.now();
    const client = await fixture().connect('A-1');
    const report = (deviceUs: number) =>
      client.publishAsync(
        deviceTopic('A-1', 'status'),
        JSON.stringify({ online: true, deviceTimeUs: deviceUs }),
        { qos: 1 },
      );
    await report(evening * 1000 + 2 * HOUR_US);
    const status = await seen(1);
    const offsetUs = Math.round(
      (status?.kind === 'status' ? status.appliedOffsetSeconds : 0) * 1e6,
    );
    const startUs = evening * 1000;
    await client.publishAsync(topic, joined(ecg(10, { startUs: startUs + offsetUs })), { qos: 1 });
    await report(startUs);
    await seen(2);
    await client.publishAsync(
      topic,
      joined(ecg(10, { startUs: startUs + 10e6, firstSequence: 10 })),
      { qos: 1 },
    );
    for (let round = 0; round < 2; round++) {
      const runs = await fixture().timeline.read({
        serial: 'A-1',
        streamId: 1,
        fromUs: startUs - 60e6,
        toUs: startUs + 60e6,
      });
      expect(runs.map((run) => [run.firstSampleTimeUs - startUs, run.channels[0]?.length])).toEqual(
        [
          [0, 2_500],
          [10e6, 2_500],
        ],
      );
      await fixture().timeline.compact(-1e6, -1e6);
    }
  });
});
