import { deviceTopic } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import mqtt from 'mqtt';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import { hashDeviceKey } from '../../devices/device-key.ts';
import {
  anIngestDevice,
  startIngestFixture,
  stream,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { createPressStore } from '../../../core/timeline/staging/press-store.ts';
import type { FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import { readDeadLetters } from './dead-letter-store.ts';

const START_US = 1_760_000_000_000_000;
const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture } = {};

beforeEach(async () => {
  opened.temporary = await openTemporaryDatabase();
  opened.fixture = await startIngestFixture(opened.temporary.database);
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.temporary?.drop();
});

const fixture = (): IngestFixture => {
  if (opened.fixture === undefined) throw new Error('no fixture');
  return opened.fixture;
};
const ecg = (
  frameCount: number,
  more: { firstSequence?: number; startUs?: number; serial?: string } = {},
): FrameToStage[] =>
  seriesFrames({
    startUs: START_US,
    sampleRateHz: 250,
    samplesPerFrame: 250,
    frameCount,
    random: createRandom(1),
    ...more,
  });
const topic = deviceTopic('A-1', 'frames');
const joined = (frames: readonly FrameToStage[]): Buffer =>
  Buffer.concat(frames.map((frame) => frame.bytes));
const stored = async (serial = 'A-1', streamId = 1): Promise<number> => {
  let count = 0;
  for await (const _frame of fixture().timeline.readFrames({
    serial,
    streamId,
    fromUs: -4e15,
    toUs: 4e15,
  }))
    count += 1;
  return count;
};
const listDeadLetters = async (serial = 'A-1') =>
  opened.temporary === undefined ? [] : readDeadLetters(opened.temporary.database, serial, 100);

describe('ingest by MQTT', () => {
  it('acknowledges a message only once its frames are durable', async () => {
    const client = await fixture().connect('A-1');
    const frames = ecg(10);
    await client.publishAsync(topic, joined(frames.slice(0, 5)), { qos: 1 });
    expect(await stored()).toBe(5);
    await client.publishAsync(topic, joined(frames.slice(5)), { qos: 2 });
    expect(await stored()).toBe(10);
    client.publish(topic, joined(ecg(3, { firstSequence: 10, startUs: START_US + 10e6 })), {
      qos: 0,
    });
    await until(async () => (await stored()) === 13);
  });

  it('forwards whole live frames immediately with unchanged bytes, but no late or repeated ones', async () => {
    const client = await fixture().connect('A-1');
    const seen: Uint8Array[] = [];
    const frames = ecg(8);
    const [first, second] = frames;
    if (first === undefined || second === undefined) throw new Error('no frames');
    fixture().bus.subscribe(frameSubject('A-1'), (_subject, bytes) => seen.push(bytes.slice()));
    await client.publishAsync(topic, joined(frames), { qos: 1 });
    expect(seen.map((bytes) => Buffer.from(bytes).equals(joined(frames)))).toEqual([true]);
    await client.publishAsync(
      topic,
      joined([...frames.slice(2, 5), ...ecg(2, { firstSequence: 8, startUs: START_US + 8e6 })]),
      { qos: 1 },
    );
    expect(
      Buffer.concat(seen.slice(1)).equals(
        joined(ecg(2, { firstSequence: 8, startUs: START_US + 8e6 })),
      ),
    ).toBe(true);
    expect(fixture().ingest.sequenceCounters('A-1').get(1)).toMatchObject({ frames: 13, back: 3 });
    expect(await stored()).toBe(10);
  });

  it('stores damaged, unknown and wrong parts as dead letters and acknowledges the rest', async () => {
    const client = await fixture().connect('A-1');
    const frames = ecg(3);
    const damaged = Buffer.from(frames[1]?.bytes ?? []);
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    const unknown = encodeFrame({
      streamId: 77,
      sequence: 1,
      deviceTimeUs: START_US,
      channels: [Int16Array.of(1)],
    });
    const channels = encodeFrame({
      streamId: 2,
      sequence: 1,
      deviceTimeUs: START_US,
      channels: [Int16Array.of(1)],
    });
    await client.publishAsync(
      topic,
      Buffer.concat([
        frames[0]?.bytes ?? damaged,
        damaged,
        unknown,
        channels,
        frames[2]?.bytes ?? damaged,
      ]),
      { qos: 1 },
    );
    await client.publishAsync(topic, '{"hello":"I am JSON"}', { qos: 1 });
    await client.publishAsync(topic, '', { qos: 1 });
    await until(async () => (await listDeadLetters()).length === 4);
    expect((await listDeadLetters()).map((part) => part.reason).sort()).toEqual([
      'badCrc',
      'noSync',
      'unknownStream',
      'wrongChannels',
    ]);
    expect((await listDeadLetters()).find((part) => part.reason === 'badCrc')).toMatchObject({
      serial: 'A-1',
      transport: 'mqtt',
      address: '127.0.0.1',
      byteLength: damaged.length,
    });
    expect(await stored()).toBe(2);
    expect(fixture().ingest.counters()).toMatchObject({
      refused: { badCrc: 1, noSync: 1, unknownStream: 1, wrongChannels: 1 },
      framesReceived: 2,
    });
  });

  it('stores at most 4 KiB of a rejected part, and only some parts of a flood', async () => {
    const client = await fixture().connect('A-1');
    await client.publishAsync(topic, Buffer.alloc(300_000, 7), { qos: 1 });
    for (let round = 0; round < 100; round++)
      await client.publishAsync(topic, 'no frame', { qos: 0 });
    await until(() => fixture().ingest.counters().refused.noSync === 101);
    await until(async () => (await listDeadLetters()).length === 60);
    expect(
      (await listDeadLetters())
        .map((part) => part.bytes.length)
        .sort((one, other) => other - one)[0],
    ).toBe(4_096);
  });

  it('gives the same answer to an unknown device, a wrong key and a device without a key', async () => {
    fixture().devices.set('C-1', anIngestDevice('C-1', { keyHash: null }));
    const refusals = await Promise.all([
      fixture()
        .connect('nobody')
        .catch((error: unknown) => error),
      fixture()
        .connect('A-1', { password: 'wrong' })
        .catch((error: unknown) => error),
      fixture()
        .connect('C-1', { password: 'any' })
        .catch((error: unknown) => error),
      fixture()
        .connect('../../etc', { password: 'x' })
        .catch((error: unknown) => error),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 4 });
    expect(fixture().ingest.counters().signInsRefused).toEqual({
      unknownDevice: 2,
      wrongKey: 1,
      noKey: 1,
    });
  });

  it('stores a message on another device’s topic as a dead letter and does not deliver it', async () => {
    const [one, other] = [await fixture().connect('A-1'), await fixture().connect('B-1')];
    const received: string[] = [];
    other.on('message', (name) => received.push(name));
    await other.subscribeAsync(deviceTopic('B-1', 'status'), { qos: 1 });
    await one.publishAsync(deviceTopic('B-1', 'frames'), joined(ecg(1)), { qos: 1 });
    await one.publishAsync(deviceTopic('B-1', 'status'), '{"evil":true}', { qos: 1, retain: true });
    await until(async () => (await listDeadLetters()).length === 2);
    expect((await listDeadLetters()).map((part) => part.reason)).toEqual([
      'foreignTopic',
      'foreignTopic',
    ]);
    expect([await stored('B-1'), await stored('A-1'), received]).toEqual([0, 0, []]);
    for (const pattern of [
      '#',
      'yamori/v1/+/frames',
      'yamori/v1/A-1/config',
      deviceTopic('B-1', 'frames'),
    ]) {
      await expect(one.subscribeAsync(pattern)).rejects.toThrow();
    }
  });

  it('allows one connection a device: the newest wins, and the older one’s end is ignored', async () => {
    const will = {
      topic: deviceTopic('A-1', 'status'),
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
    };
    const first = await fixture().connect('A-1', { will, clientId: 'any-name' });
    const closed = new Promise<void>((resolve) => {
      first.once('close', () => resolve());
    });
    const second = await fixture().connect('A-1', { will, clientId: 'B-1' });
    await closed;
    expect(fixture().mqtt.connections()).toBe(1);
    await second.publishAsync(topic, joined(ecg(1)), { qos: 1 });
    expect(fixture().events.map((event) => event.kind)).toEqual(['connected', 'connected']);
  });

  it('announces connection, heartbeat, last will and disconnection of a device', async () => {
    const will = {
      topic: deviceTopic('A-1', 'status'),
      payload: Buffer.from('{"online":false}'),
      qos: 1 as const,
    };
    const client = await fixture().connect('A-1', { will });
    await client.publishAsync(
      deviceTopic('A-1', 'status'),
      JSON.stringify({ online: true, batteryPercent: 44, deviceTimeUs: Date.now() * 1000 }),
      { qos: 1 },
    );
    client.stream.destroy();
    await until(() => fixture().events.length === 4);
    const [connected, status, ...end] = fixture().events;
    expect([connected?.kind, status]).toMatchObject([
      'connected',
      { kind: 'status', report: { batteryPercent: 44 }, lastWill: false, appliedOffsetSeconds: 0 },
    ]);
    // Both times use one clock: the rest is the message’s latency.
    expect(
      status?.kind === 'status' ? Math.abs(status.clockOffsetSeconds ?? Infinity) : Infinity,
    ).toBeLessThan(60);
    expect(end).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'status', lastWill: true, report: { online: false } }),
        expect.objectContaining({ kind: 'disconnected', reason: 'lost' }),
      ]),
    );
  });

  it('counts an invalid report and continues', async () => {
    const client = await fixture().connect('A-1');
    for (const text of ['', 'nonsense', '{"online":"yes"}', '{"online":true,"more":1}'])
      await client.publishAsync(deviceTopic('A-1', 'status'), text, { qos: 1 });
    expect(fixture().ingest.counters().refused).toEqual({ badReport: 4 });
    await client.publishAsync(deviceTopic('A-1', 'status'), '{"online":true}', { qos: 1 });
    await until(() => fixture().events.some((event) => event.kind === 'status'));
  });

  it.each([
    ['hours', -3 * 3_600e6],
    ['decades', -1_700_000_000e6],
  ])('places frames of a clock that is off by %s by the server’s clock', async (_name, offUs) => {
    const client = await fixture().connect('A-1');
    const nowUs = Date.now() * 1000;
    await client.publishAsync(
      deviceTopic('A-1', 'status'),
      JSON.stringify({ online: true, deviceTimeUs: nowUs + offUs }),
      { qos: 1 },
    );
    await until(() =>
      fixture().events.some((event) => event.kind === 'status' && event.appliedOffsetSeconds !== 0),
    );
    await client.publishAsync(topic, joined(ecg(2, { startUs: nowUs + offUs })), { qos: 1 });
    const [run] = await fixture().timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: nowUs - 60e6,
      toUs: nowUs + 60e6,
    });
    expect(run?.channels[0]).toHaveLength(500);
  });

  it('counts repeated, missing and restarted sequences', async () => {
    const client = await fixture().connect('A-1');
    const frames = ecg(10);
    await client.publishAsync(
      topic,
      joined([
        ...frames.slice(0, 3),
        ...frames.slice(2, 3),
        ...frames.slice(6),
        ...frames.slice(1, 2),
        ...ecg(2, { firstSequence: 0, startUs: START_US + 30e6 }),
      ]),
      { qos: 1 },
    );
    expect(fixture().ingest.sequenceCounters('A-1').get(1)).toEqual({
      frames: 11,
      repeated: 1,
      back: 1,
      gaps: 1,
      missingFrames: 3,
      restarts: 1,
    });
    expect(await stored()).toBe(9);
  });

  it('closes a connection when an oversized packet begins, without reading it', async () => {
    const client = await fixture().connect('A-1');
    const closed = new Promise<void>((resolve) => {
      client.once('close', () => resolve());
    });
    client.publish(topic, Buffer.alloc(1_100_000), { qos: 1 });
    await closed;
    expect(fixture().ingest.counters().packetsOverLimit).toBe(1);
    const again = await fixture().connect('A-1');
    await again.publishAsync(topic, joined(ecg(1)), { qos: 1 });
  });

  it('survives connections that do not speak MQTT', async () => {
    for (const words of ['GET / HTTP/1.1\r\n\r\n', '\u0010', '\u0000\u0000\u0000']) {
      const socket = connect(fixture().mqtt.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.end(words);
    }
    const client = await fixture().connect('A-1');
    await client.publishAsync(topic, joined(ecg(1)), { qos: 1 });
    expect(await stored()).toBe(1);
  });

  it('closes the connection of a device whose key is revoked, and accepts the new key', async () => {
    const client = await fixture().connect('A-1');
    const closed = new Promise<void>((resolve) => {
      client.once('close', () => resolve());
    });
    fixture().devices.set('A-1', anIngestDevice('A-1', { keyHash: hashDeviceKey('new key') }));
    fixture().ingest.deviceChanged('A-1');
    await closed;
    await expect(fixture().connect('A-1')).rejects.toMatchObject({ code: 4 });
    await fixture().connect('A-1', { password: 'new key' });
    await until(() =>
      fixture().events.some(
        (event) => event.kind === 'disconnected' && event.reason === 'keyWithdrawn',
      ),
    );
  });

  it('accepts a stream as soon as the device type declares it', async () => {
    const client = await fixture().connect('A-1');
    const frame = encodeFrame({
      streamId: 5,
      sequence: 0,
      deviceTimeUs: START_US,
      channels: [Int16Array.of(1)],
    });
    await client.publishAsync(topic, Buffer.from(frame), { qos: 1 });
    fixture().devices.set(
      'A-1',
      anIngestDevice('A-1', {
        streams: [
          {
            streamId: 5,
            kind: 'ecg',
            channels: 1,
            unit: 'mV',
            sampleRateHz: 1,
            scale: 1,
            offset: 0,
          },
        ],
      }),
    );
    fixture().ingest.deviceChanged('A-1');
    await client.publishAsync(topic, Buffer.from(frame), { qos: 1 });
    expect(await stored('A-1', 5)).toBe(1);
  });

  it('fails with the port and advice when its port is in use', async () => {
    await expect(
      fixture().ingest.listenMqtt({ host: '127.0.0.1', port: fixture().mqtt.port }),
    ).rejects.toMatchObject({
      problem: {
        code: 'mqtt-port-in-use',
        place: 'MQTT_PORT',
        details: {
          port: fixture().mqtt.port,
          advice: expect.stringContaining('choose another port'),
        },
      },
    });
  });

  it('rejects a device that requests no keepalive', async () => {
    await expect(
      mqtt.connectAsync(
        `mqtt://127.0.0.1:${fixture().mqtt.port}`,
        { username: 'A-1', password: 'x', keepalive: 0, reconnectPeriod: 0 },
        false,
      ),
    ).rejects.toThrow();
  });
});

describe('presses of a call button', () => {
  const press = (sequence: number, deviceTimeUs: number): Buffer =>
    Buffer.from(encodeFrame({ streamId: 4, sequence, deviceTimeUs, channels: [Int16Array.of(1)] }));
  const button = { ...stream(4, 1, 0), kind: 'button' };
  const waiting = async (): Promise<number[]> => {
    const { database } = opened.temporary ?? {};
    if (database === undefined) throw new Error('no database');
    return (await createPressStore(database).waiting(10))
      .map(({ sequence }) => sequence)
      .toSorted((one, other) => one - other);
  };
  const send = (...frames: Buffer[]) =>
    fixture().ingest.accept(
      anIngestDevice('A-1', { streams: [stream(1, 1, 250), button] }),
      Buffer.concat(frames),
      { transport: 'https', address: '127.0.0.1' },
    );

  it('the server stores each press once with its frames, even if it is resent', async () => {
    await send(press(1, START_US), press(2, START_US + 500_000));
    await send(press(2, START_US + 500_000), press(1, START_US));
    expect(await waiting()).toEqual([1, 2]);
  });

  it('a press behind newer frames waits for a call unless it is half an hour old', async () => {
    await send(joined(ecg(1)), press(9, START_US));
    await send(press(8, START_US - 60_000_000));
    await send(press(7, START_US - 31 * 60_000_000));
    expect(await waiting()).toEqual([8, 9]);
  });

  it('a press waits for a call even after a frame of another stream with a time hours ahead', async () => {
    const nowUs = Date.now() * 1000;
    await send(joined(ecg(1, { startUs: nowUs + 7_200_000_000 })));
    await send(press(1, nowUs));
    expect(await waiting()).toEqual([1]);
  });
});
