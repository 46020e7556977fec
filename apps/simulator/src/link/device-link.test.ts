import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeviceLink, type DeviceLink, type LinkOptions } from './device-link.ts';

const CONNECT = 1;
const PUBLISH = 3;
const DISCONNECT = 14;
/** MQTT 3.1.1, section 3.2.2.3. */
const NOT_AUTHORIZED = 5;

/** A message received on one socket; this server acknowledges only on request. */
type ReceivedMessage = {
  readonly connection: number;
  readonly messageId: number;
  readonly text: string;
};

const state: {
  server: Server;
  sockets: Socket[];
  received: ReceivedMessage[];
  acknowledges: boolean;
  admits: boolean;
  links: DeviceLink[];
} = {
  server: createServer(),
  sockets: [],
  received: [],
  acknowledges: true,
  admits: true,
  links: [],
};

beforeEach(async () => {
  Object.assign(state, {
    server: createServer(listenTo),
    sockets: [],
    received: [],
    acknowledges: true,
    admits: true,
    links: [],
  });
  state.server.listen(0, '127.0.0.1');
  await once(state.server, 'listening');
});
afterEach(async () => {
  state.acknowledges = true;
  for (const socket of state.sockets) socket.destroy();
  await Promise.all(state.links.map((link) => link.close()));
  state.server.close();
});

function listenTo(socket: Socket): void {
  const connection = state.sockets.push(socket);
  let bytes = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let packet = firstPacket(bytes); packet !== null; packet = firstPacket(bytes)) {
      bytes = bytes.subarray(packet.end);
      take(socket, connection, packet.type, packet.body);
    }
  });
}

function take(socket: Socket, connection: number, type: number, body: Buffer): void {
  if (type === CONNECT) socket.write(Uint8Array.of(0x20, 2, 0, state.admits ? 0 : NOT_AUTHORIZED));
  if (type === DISCONNECT) socket.end();
  if (type !== PUBLISH) return;
  const topicLength = body.readUInt16BE(0);
  const messageId = body.readUInt16BE(2 + topicLength);
  state.received.push({ connection, messageId, text: body.subarray(4 + topicLength).toString() });
  if (state.acknowledges) socket.write(Uint8Array.of(0x40, 2, messageId >> 8, messageId & 255));
}

/** Type, remaining length in groups of 7 bits, body (MQTT 3.1.1, section 2.2). */
function firstPacket(bytes: Buffer): { type: number; body: Buffer; end: number } | null {
  let length = 0;
  for (let at = 1; at < Math.min(bytes.length, 5); at++) {
    const byte = bytes[at] ?? 0;
    length += (byte & 127) * 128 ** (at - 1);
    if (byte >= 128) continue;
    const end = at + 1 + length;
    return bytes.length < end
      ? null
      : { type: (bytes[0] ?? 0) >> 4, body: bytes.subarray(at + 1, end), end };
  }
  return null;
}

function aLink(more: Partial<LinkOptions> = {}): DeviceLink {
  // The address of a TCP server is an object once it listens.
  const { port } = state.server.address() as AddressInfo;
  const link = openDeviceLink({
    url: `mqtt://127.0.0.1:${port}`,
    serial: 'A-1',
    key: 'key',
    maxPending: 100,
    reconnectMs: 50,
    ...more,
  });
  state.links.push(link);
  return link;
}
const send = (link: DeviceLink, ...words: string[]): void =>
  words.forEach((word) => link.sendFrames([Buffer.from(word)]));
const textsOn = (connection: number): string[] =>
  state.received.filter((received) => received.connection === connection).map(({ text }) => text);

const until = (condition: () => boolean): Promise<void> => expect.poll(condition).toBe(true);

describe('openDeviceLink', () => {
  it('resends unacknowledged messages after a cut, in order and once', async () => {
    const link = aLink();
    send(link, 'a', 'b');
    await link.drained();
    state.acknowledges = false;
    send(link, 'c', 'd', 'e');
    await until(() => state.received.length === 5);
    state.sockets[0]?.destroy();
    await until(() => !link.counts().connected);
    send(link, 'f', 'g');
    state.acknowledges = true;
    await link.drained();
    expect(textsOn(1)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(textsOn(2)).toEqual(['c', 'd', 'e', 'f', 'g']);
    expect(link.counts()).toMatchObject({ sent: 7, acknowledged: 7, dropped: 0 });
  });

  it('loses nothing over many cuts at any moment', async () => {
    const link = aLink();
    const words = Array.from({ length: 60 }, (_, index) => `w${String(index).padStart(2, '0')}`);
    for (const [index, word] of words.entries()) {
      state.acknowledges = index % 3 !== 0;
      send(link, word);
      if (index % 7 === 6) state.sockets.at(-1)?.destroy();
      await wait(index % 5);
    }
    state.acknowledges = true;
    state.sockets.at(-1)?.destroy();
    await link.drained();
    expect([...new Set(state.received.map(({ text }) => text))].sort()).toEqual(words);
    for (const [index] of state.sockets.entries())
      expect(textsOn(index + 1)).toEqual(textsOn(index + 1).toSorted());
  });

  it('keeps messages from before its first connection and from while it is off the network', async () => {
    const link = aLink();
    send(link, 'early');
    await link.drained();
    link.drop();
    await until(() => !link.counts().connected);
    send(link, 'away');
    await wait(150);
    expect(textsOn(2)).toEqual([]);
    link.restore();
    await link.drained();
    expect(textsOn(2)).toEqual(['away']);
  });

  it('limits messages in flight to twenty, and continues as they are acknowledged', async () => {
    state.acknowledges = false;
    const link = aLink();
    send(link, ...Array.from({ length: 50 }, (_, index) => String(index)));
    await until(() => state.received.length === 20);
    await wait(50);
    expect(state.received).toHaveLength(20);
    state.acknowledges = true;
    state.sockets[0]?.destroy();
    await link.drained();
    expect(textsOn(2)).toEqual(Array.from({ length: 50 }, (_, index) => String(index)));
  });

  it('reports why it was rejected, and retries until it is accepted', async () => {
    state.admits = false;
    const link = aLink();
    send(link, 'a');
    await until(() => state.sockets.length > 2);
    expect(link.counts()).toMatchObject({
      connected: false,
      acknowledged: 0,
      refusal: expect.stringContaining('Not authorized'),
    });
    state.admits = true;
    await link.drained();
    expect(link.counts()).toMatchObject({ connected: true, acknowledged: 1, refusal: null });
  });

  it('closes even if the server is away or acknowledges nothing', async () => {
    const silent = aLink();
    await until(() => silent.counts().connected);
    state.acknowledges = false;
    send(silent, 'a');
    await silent.close();
    const nobody = openDeviceLink({
      url: 'mqtt://127.0.0.1:1',
      serial: 'A-1',
      key: 'key',
      maxPending: 1,
      reconnectMs: 50,
    });
    send(nobody, 'a');
    await nobody.close();
  });

  it('drops the newest messages beyond its limit, and counts them', async () => {
    state.acknowledges = false;
    const link = aLink({ maxPending: 2 });
    send(link, 'a', 'b', 'c');
    expect(link.counts()).toMatchObject({ sent: 2, dropped: 1 });
    await until(() => state.received.length > 0);
    state.acknowledges = true;
    state.sockets[0]?.destroy();
    await link.drained();
    expect(textsOn(2)).toEqual(['a', 'b']);
  });

  it("splits frames that are due together into messages within the server's limit, between frames", async () => {
    const link = aLink();
    const frame = Buffer.alloc(100_000, 'x');
    link.sendFrames([frame, frame, frame, frame, frame]);
    await link.drained();
    expect(state.received.map(({ text }) => text.length)).toEqual([200_000, 200_000, 100_000]);
  });
});
