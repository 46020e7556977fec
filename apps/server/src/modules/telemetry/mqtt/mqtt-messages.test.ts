import { deviceTopic } from '@yamori/domain';
import fc from 'fast-check';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom, seriesFrames } from '../../../testing/device-frames.ts';
import {
  formatKey,
  startIngestFixture,
  until,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { readFrameMessages } from './mqtt-messages.ts';

const text = (words: string): number[] => [
  Buffer.byteLength(words) >> 8,
  Buffer.byteLength(words) & 255,
  ...Buffer.from(words),
];

/** An MQTT 3.1.1 packet: first byte, remaining length, the rest. */
function packet(first: number, rest: Uint8Array): Buffer {
  const head = [first];
  let left = rest.length;
  do {
    head.push((left % 128) | (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.concat([Uint8Array.from(head), rest]);
}
const publish = (topic: string, messageId: number, payload: Uint8Array, first = 0x32): Buffer =>
  packet(
    first,
    Buffer.concat([Uint8Array.from([...text(topic), messageId >> 8, messageId & 255]), payload]),
  );

const TOPIC = deviceTopic('A-1', 'frames');

describe('readFrameMessages', () => {
  const read = (chunk: Buffer) =>
    readFrameMessages(chunk, Buffer.from(TOPIC))?.map(({ messageId, payload }) => [
      messageId,
      [...payload],
    ]) ?? null;

  it('reads messages of any number and length', () => {
    const message = fc.tuple(
      fc.integer({ min: 1, max: 65_535 }),
      fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.uint8Array({ minLength: 90, maxLength: 140 }),
        fc.integer({ min: 16_300, max: 16_500 }).map((length) => new Uint8Array(length).fill(7)),
      ),
    );
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), (messages) => {
        expect(
          read(Buffer.concat(messages.map(([id, payload]) => publish(TOPIC, id, payload)))),
        ).toEqual(messages.map(([id, payload]) => [id, [...payload]]));
      }),
      { numRuns: 100 },
    );
  });

  it('returns null for any unusual packet and for chunks that contain one', () => {
    const usual = publish(TOPIC, 1, Uint8Array.of(1));
    const others = [
      publish(TOPIC, 1, Uint8Array.of(1), 0x3a),
      publish(TOPIC, 1, Uint8Array.of(1), 0x33),
      publish(TOPIC, 1, Uint8Array.of(1), 0x34),
      publish(TOPIC, 1, Uint8Array.of(1), 0x30),
      publish(deviceTopic('A-2', 'frames'), 1, Uint8Array.of(1)),
      publish(`${TOPIC}x`, 1, Uint8Array.of(1)),
      publish(TOPIC.slice(0, -1), 1, Uint8Array.of(1)),
      publish(TOPIC, 0, Uint8Array.of(1)),
      packet(0xc0, new Uint8Array(0)),
      packet(0x32, new Uint8Array(0)),
      packet(0x32, Uint8Array.from(text(TOPIC))),
      Buffer.from([0x32, 255, 255, 255, 255, 255]),
      Buffer.from([0x32]),
    ];
    for (const other of others)
      for (const chunk of [other, Buffer.concat([usual, other])]) expect(read(chunk)).toBeNull();
  });

  it('reads only messages that are in the bytes, for any truncated or altered input', () => {
    const bytes = Buffer.concat([
      publish(TOPIC, 9, new Uint8Array(200).fill(3)),
      publish(TOPIC, 10, Uint8Array.of(4)),
    ]);
    for (let length = 0; length < bytes.length; length++) {
      const messages = read(bytes.subarray(0, length));
      if (messages !== null) expect(messages.length).toBe(length === 0 ? 0 : 1);
    }
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        for (const { payload } of readFrameMessages(changed, Buffer.from(TOPIC)) ?? [])
          expect(payload.byteOffset + payload.length).toBeLessThanOrEqual(
            changed.byteOffset + changed.length,
          );
      }),
      { numRuns: 500 },
    );
  });
});

describe('frames from a device that sends continuously', () => {
  const opened: { temporary?: TemporaryDatabase; fixture?: IngestFixture; sockets: Socket[] } = {
    sockets: [],
  };
  const fixture = (): IngestFixture => opened.fixture ?? expect.fail('no fixture');
  beforeEach(async () => {
    opened.temporary = await openTemporaryDatabase();
    opened.fixture = await startIngestFixture(opened.temporary.database);
  });
  afterEach(async () => {
    for (const socket of opened.sockets.splice(0)) socket.destroy();
    await opened.fixture?.close();
    await opened.temporary?.drop();
  });

  /** Signed in with this keepalive; yields the server’s packets as first byte and rest. */
  async function device(keepaliveSeconds: number) {
    const socket = connect(fixture().mqtt.port, '127.0.0.1');
    opened.sockets.push(socket);
    const state = { closed: false };
    const receivedPackets: [number, number[]][] = [];
    let rest: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      state.closed = true;
    });
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      // Replies are short: one byte holds the length.
      for (
        let length = rest[1];
        length !== undefined && rest.length >= 2 + length;
        length = rest[1]
      ) {
        receivedPackets.push([rest[0] ?? 0, [...rest.subarray(2, 2 + length)]]);
        rest = rest.subarray(2 + length);
      }
    });
    socket.write(
      packet(
        0x10,
        Uint8Array.from([
          ...text('MQTT'),
          4,
          0xc2,
          0,
          keepaliveSeconds,
          ...text('A-1'),
          ...text('A-1'),
          ...text(formatKey('A-1')),
        ]),
      ),
    );
    await until(() => receivedPackets.length === 1);
    const acknowledged = (): number[] =>
      receivedPackets
        .filter(([first]) => first === 0x40)
        .map(([, [high = 0, low = 0]]) => high * 256 + low);
    return { socket, state, receivedPackets, acknowledged };
  }
  const frames = (count: number) =>
    seriesFrames({
      startUs: 1_760_000_000_000_000,
      sampleRateHz: 250,
      samplesPerFrame: 250,
      frameCount: count,
      random: createRandom(3),
    });

  it('the server acknowledges and stores every frame in order, however its packets are cut and mixed', async () => {
    const { socket, receivedPackets, acknowledged, state } = await device(30);
    const random = createRandom(11);
    const sent = frames(300);
    const packets = sent.flatMap((frame, index) => [
      publish(TOPIC, index + 1, frame.bytes, index % 17 === 3 ? 0x3a : 0x32),
      ...(index % 23 === 5 ? [packet(0xc0, new Uint8Array(0))] : []),
      ...(index % 29 === 7
        ? [packet(0x82, Uint8Array.from([0x10, index, ...text(deviceTopic('A-1', 'status')), 1]))]
        : []),
      ...(index % 31 === 9
        ? [publish(deviceTopic('A-1', 'status'), 1_000 + index, Buffer.from('{"online":true}'))]
        : []),
    ]);
    const bytes = Buffer.concat(packets);
    const live: number[] = [];
    fixture().bus.subscribe('frames.A-1', (_subject, batch) =>
      live.push(new DataView(batch.buffer, batch.byteOffset).getUint32(8, true)),
    );
    for (let at = 0, packetIndex = 0; at < bytes.length;) {
      // Half of the pieces are whole packets, as usual; the others end anywhere.
      const whole = packets[packetIndex]?.length ?? bytes.length;
      const length = random() < 0.5 ? whole : 1 + Math.floor(random() * 3_000);
      socket.write(bytes.subarray(at, at + length));
      at += length;
      packetIndex += 1;
      await setTimeout(random() < 0.3 ? 2 : 0);
    }
    await until(() => acknowledged().filter((id) => id <= 300).length === 300);
    expect(new Set(acknowledged().filter((id) => id <= 300)).size).toBe(300);
    expect(receivedPackets.filter(([first]) => first === 0xd0)).toHaveLength(
      Math.ceil((300 - 5) / 23),
    );
    expect(receivedPackets.filter(([first]) => first === 0x90)).toHaveLength(
      Math.ceil((300 - 7) / 29),
    );
    expect(live).toEqual(sent.map((frame) => frame.sequence));
    const [run, ...more] = await fixture().timeline.read({
      serial: 'A-1',
      streamId: 1,
      fromUs: 0,
      toUs: 4e15,
    });
    expect([run?.channels[0]?.length, more.length, state.closed]).toEqual([300 * 250, 0, false]);
    expect(fixture().ingest.counters()).toMatchObject({
      framesReceived: 300,
      framesStored: 300,
      refused: {},
    });
  });

  it('the server does not consider a device idle that sends only frames', async () => {
    const { socket, state, acknowledged } = await device(1);
    const sent = frames(60);
    for (const [index, frame] of sent.entries()) {
      socket.write(publish(TOPIC, index + 1, frame.bytes));
      await setTimeout(60);
    }
    await until(() => acknowledged().length === 60);
    expect(state.closed).toBe(false);
    // A device that sends nothing at all is considered idle.
    await until(() => state.closed);
    await until(() =>
      fixture().events.some((event) => event.kind === 'disconnected' && event.reason === 'silent'),
    );
  });
});
