import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CONTRACT_VERSION, RULES, serverMessage, type ServerMessage } from '@yamori/domain';
import { encodeFrame, scanFrames } from '@yamori/frames';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createChangeFeed, type ChangeFeed } from '../../../core/documents/change-feed.ts';
import { createSubscriptions, type Subscriptions } from '../../../core/documents/subscriptions.ts';
import {
  aDevice,
  aDomain,
  anActor,
  aRoom,
  change,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import { frameSubject } from '../../../core/messaging/device-event.ts';
import { createFrameFanout, type FrameFanout } from './frame-fanout.ts';
import { createRandom } from '../../../testing/device-frames.ts';
import { LIVE_LIMITS } from '../live.ts';
import {
  BAD_MESSAGE_CODE,
  serveLiveSession,
  TOO_SLOW_CODE,
  VERSION_CODE,
  type LiveSessionLimits,
} from './live-session.ts';
import {
  createWriteCoalescer,
  type SendLimits,
  type WriteCoalescer,
} from './socket-send-buffer.ts';

let documents: TestDocuments;
let feed: ChangeFeed;
let subscriptions: Subscriptions;
let fanout: FrameFanout;
let http: Server;
let limits: LiveSessionLimits;
let coalescer: WriteCoalescer;
let refused: string[];
/** The server’s ends, in order of connection. */
let served: WebSocket[];
const clock = { aheadMs: 0, nowMs: (): number => Date.now() + clock.aheadMs };

beforeEach(async () => {
  clock.aheadMs = 0;
  refused = [];
  served = [];
  coalescer = createWriteCoalescer(4);
  limits = LIVE_LIMITS.viewer;
  documents = await openTestDocuments();
  await documents.store.commit(
    [aDomain('d'), aRoom('r', 'd'), ...['A', 'B', 'C'].map((serial) => aDevice(serial, 'd', 'r'))],
    SERVER,
  );
  const options = {
    database: documents.temporary.database,
    clock: () => new Date(),
    log: { warn: () => undefined },
  };
  feed = createChangeFeed({ ...options, bus: documents.bus });
  await feed.start();
  subscriptions = createSubscriptions({ ...options, store: documents.store, rules: RULES, feed });
  fanout = createFrameFanout(documents.bus, clock, LIVE_LIMITS.ring, () => undefined);
  const sockets = new WebSocketServer({ noServer: true });
  http = createServer();
  http.on('upgrade', (request, raw, head) =>
    sockets.handleUpgrade(request, raw, head, (socket) => {
      served.push(socket);
      serveLiveSession({ socket, raw }, anActor('generalStaff', ['d']), {
        clock,
        limits,
        coalescer,
        subscriptions,
        fanout,
        describe: () => ({ streams: [], clockOffsetSeconds: 2, roomId: 'r' }),
        onRefused: (code) => refused.push(code),
        onDisclosed: () => undefined,
      });
    }),
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(async () => {
  http.closeAllConnections();
  http.close();
  coalescer.close();
  subscriptions.close();
  await feed.close();
  await documents.close();
});

async function connect(greet = true) {
  // A TCP server's address is an object once it listens.
  const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const messages: ServerMessage[] = [];
  const frames: Buffer[] = [];
  socket.on('message', (data: Buffer, isBinary) =>
    isBinary
      ? frames.push(data)
      : messages.push(serverMessage.parse(JSON.parse(data.toString('utf8')))),
  );
  const closed = new Promise<string>((resolve) => {
    socket.once('close', (code, reason) => resolve(`${code} ${reason.toString('utf8')}`));
  });
  await once(socket, 'open');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const until = (type: ServerMessage['type'], count = 1) =>
    expect
      .poll(() => messages.filter((message) => message.type === type).length, { interval: 5 })
      .toBeGreaterThanOrEqual(count);
  if (greet) send({ type: 'hello', version: CONTRACT_VERSION });
  if (greet) await until('welcome');
  return { socket, messages, frames, closed, send, until };
}
/** Frames compress repetitive samples; only noise has its nominal size. */
const random = createRandom(7);
const NOISE = Int16Array.from({ length: 30_000 }, () => Math.floor(random() * 60_000) - 30_000);
const publish = (serial: string, samples: number, sequence = 1): void => {
  documents.bus.publish(
    frameSubject(serial),
    encodeFrame({ streamId: 1, sequence, deviceTimeUs: 1, channels: [NOISE.subarray(0, samples)] }),
  );
};

describe('serveLiveSession', () => {
  it('greets with the user id and sends beats with the server’s time', async () => {
    clock.aheadMs = 3_600_000;
    const viewer = await connect();
    expect(viewer.messages[0]).toMatchObject({
      type: 'welcome',
      version: CONTRACT_VERSION,
      userId: 'user-generalStaff',
    });
    await viewer.until('beat');
    for (const message of viewer.messages) {
      if (message.type === 'beat' || message.type === 'welcome')
        expect(Math.abs(Date.parse(message.serverTime) - clock.nowMs())).toBeLessThan(10_000);
    }
    viewer.socket.close();
  });

  it('rejects endless opening and closing, and accepts again a moment later', async () => {
    limits = { ...LIVE_LIMITS.viewer, openings: { capacity: 3, perSecond: 1 } };
    const viewer = await connect();
    const openAndClose = (id: number): void => {
      viewer.send({ type: 'subscribe', id, target: { kind: 'document', path: 'room/r' } });
      viewer.send({ type: 'unsubscribe', id });
    };
    for (const id of [1, 2, 3, 4, 5]) openAndClose(id);
    await viewer.until('failed', 2);
    expect(
      viewer.messages.flatMap((message) =>
        message.type === 'failed' ? [[message.id, message.problem]] : [],
      ),
    ).toEqual([4, 5].map((id) => [id, { code: 'limit-rate', retryAfterSeconds: 1 }]));
    clock.aheadMs += 1_000;
    viewer.send({ type: 'subscribe', id: 6, target: { kind: 'document', path: 'room/r' } });
    await viewer.until('changes');
    expect(viewer.messages.findLast(({ type }) => type === 'changes')).toMatchObject({ id: 6 });
    viewer.socket.close();
  });

  it('closes with a code on a hello of another version, on no hello, and on bytes', async () => {
    const cases: readonly (readonly [Uint8Array | object, string])[] = [
      [{ type: 'hello', version: CONTRACT_VERSION - 1 }, `${VERSION_CODE} contract-version`],
      [
        { type: 'subscribe', id: 1, target: { kind: 'document', path: 'room/r' } },
        `${BAD_MESSAGE_CODE} hello-missing`,
      ],
      [{ type: 'hello' }, `${BAD_MESSAGE_CODE} message-invalid`],
      [[], `${BAD_MESSAGE_CODE} message-invalid`],
    ];
    for (const [message, expected] of cases) {
      const viewer = await connect(false);
      viewer.send(message);
      expect(await viewer.closed).toBe(expected);
      expect(viewer.messages.filter(({ type }) => type !== 'welcome')).toEqual([]);
    }
  });

  it('reuses freed slots and sends the messages of each device before its bytes', async () => {
    const viewer = await connect();
    ['A', 'B'].forEach((serial, index) =>
      viewer.send({ type: 'watch', id: index + 1, serial, historySeconds: 0 }),
    );
    await viewer.until('watching', 2);
    viewer.send({ type: 'unwatch', id: 1 });
    viewer.send({ type: 'watch', id: 3, serial: 'C', historySeconds: 0 });
    await viewer.until('watching', 3);
    expect(
      viewer.messages
        .flatMap((message) =>
          message.type === 'watching'
            ? [[message.id, message.slot, message.clockOffsetSeconds]]
            : [],
        )
        .toSorted((one, other) => Number(one[0]) - Number(other[0])),
    ).toEqual([
      [1, 0, 2],
      [2, 1, 2],
      [3, 0, 2],
    ]);
    for (const [serial, samples] of [
      ['A', 10],
      ['B', 20],
      ['C', 30],
    ] as const)
      publish(serial, samples);
    await expect.poll(() => viewer.frames.length).toBe(2);
    expect(
      viewer.frames.map((frame) => frame.readUInt32LE(0)).toSorted((one, other) => one - other),
    ).toEqual([0, 1]);
    expect(fanout.watchers()).toBe(2);
    viewer.socket.close();
  });

  it('closes everything that the session opened, however it ends', async () => {
    const viewers = [await connect(), await connect()];
    for (const viewer of viewers) {
      viewer.send({ type: 'subscribe', id: 1, target: { kind: 'document', path: 'room/r' } });
      viewer.send({ type: 'watch', id: 2, serial: 'A', historySeconds: 0 });
      await viewer.until('watching');
      await viewer.until('changes');
    }
    expect([subscriptions.counters().listeners, fanout.watchers()]).toEqual([4, 2]);
    viewers[0]?.socket.close();
    viewers[1]?.socket.terminate();
    await expect
      .poll(() => [subscriptions.counters().listeners, fanout.watchers()])
      .toEqual([0, 0]);
  });

  it('ends a watch when its device is deleted, and counts rejections', async () => {
    const viewer = await connect();
    viewer.send({ type: 'watch', id: 1, serial: 'A', historySeconds: 0 });
    await viewer.until('watching');
    await documents.store.commit([{ kind: 'delete', path: 'device/A' }], SERVER);
    await viewer.until('failed');
    publish('A', 10);
    viewer.send({ type: 'watch', id: 1, serial: 'B', historySeconds: 0 });
    await viewer.until('watching', 2);
    expect(viewer.frames).toEqual([]);
    expect(refused).toEqual(['device-not-found']);
    viewer.socket.close();
  });

  it('rejects the watch beyond the limit by name', async () => {
    limits = { ...limits, watches: 2 };
    const viewer = await connect();
    ['A', 'B', 'C'].forEach((serial, index) =>
      viewer.send({ type: 'watch', id: index + 1, serial, historySeconds: 0 }),
    );
    await viewer.until('failed');
    expect(viewer.messages.find(({ type }) => type === 'failed')).toEqual({
      type: 'failed',
      id: 3,
      problem: { code: 'limit-watches', details: { limit: 2 } },
    });
    viewer.socket.close();
  });
});

const MIB = 1024 * 1024;
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  // The flag gives new contexts this function.
  (runInNewContext('gc') as () => void)();
};
const heldBytes = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * A stalled viewer and a healthy one; the kernel buffers some megabytes before the server notices.
 */
async function openStuckAndReading() {
  const [stuck, reading] = [await connect(), await connect()];
  for (const viewer of [stuck, reading]) {
    viewer.send({ type: 'watch', id: 1, serial: 'A', historySeconds: 0 });
    viewer.send({ type: 'subscribe', id: 2, target: { kind: 'document', path: 'room/r' } });
    await viewer.until('watching');
    await viewer.until('changes');
  }
  stuck.socket.pause();
  const given = { frames: 0 };
  const give = async (): Promise<void> => {
    const before = reading.frames.length;
    given.frames += 1;
    publish('A', 30_000, given.frames);
    while (reading.frames.length === before) await setImmediate();
    reading.frames.length = 0;
  };
  const isLagging = (): boolean => (served[0]?.bufferedAmount ?? 0) > limits.send.highWaterBytes;
  // Must lag permanently, not only until the kernel takes the next piece.
  for (let stays = 0; stays < 5 && given.frames < 3_000;) {
    if (isLagging()) await setTimeout(20);
    if (isLagging()) stays += 1;
    else [stays] = [0, await give()];
  }
  return { stuck, reading, given, give };
}

describe('a viewer that stops reading', () => {
  it('the server uses fixed memory, serves the others, and sends live data after a resume', async () => {
    const { stuck, reading, given, give } = await openStuckAndReading();
    const before = heldBytes();
    for (let round = 1; round <= 800; round += 1) {
      await give();
      if (round % 20 === 0)
        await documents.store.commit([change('room/r', { floor: String(round) })], SERVER);
    }
    // The limit is 20 MB, and 48 MB were sent. Another thread frees buffers a moment later.
    await expect.poll(() => heldBytes() - before, { interval: 20 }).toBeLessThan(20 * MIB);
    expect(served[0]?.bufferedAmount).toBeLessThan(limits.send.highWaterBytes + 256 * 1024);
    expect(reading.messages.filter(({ type }) => type === 'dropped')).toEqual([]);

    stuck.socket.resume();
    const sequences = () =>
      stuck.frames.map(
        (frame) => scanFrames(new Uint8Array(frame.subarray(4))).frames[0]?.sequence ?? -1,
      );
    const lastSequence = () =>
      scanFrames(new Uint8Array(stuck.frames.at(-1)?.subarray(4) ?? [])).frames[0]?.sequence;
    await expect.poll(lastSequence, { interval: 20 }).toBe(given.frames);
    const dropped = stuck.messages.reduce(
      (sum, message) => sum + (message.type === 'dropped' ? message.frames : 0),
      0,
    );
    expect(dropped).toBeGreaterThan(390);
    // Every frame was either delivered in order or counted as dropped.
    expect(sequences().length + dropped).toBe(given.frames);
    expect(sequences()).toEqual(sequences().toSorted((one, other) => one - other));
    const floors = () =>
      stuck.messages.flatMap((message) =>
        message.type === 'changes'
          ? message.changes.flatMap((change) =>
              change.kind === 'modified' ? [change.document.data['floor']] : [],
            )
          : [],
      );
    await expect.poll(() => floors().at(-1)).toBe('800');
    // Of forty changes to one document, the viewer receives only the last state.
    expect(floors().length).toBeLessThan(20);
    for (const viewer of [stuck, reading]) viewer.socket.close();
  });

  it.each<[string, Partial<SendLimits>]>([
    ['reads nothing for too long', { stuckSeconds: 1 }],
    ['lets too many bytes queue up', { maxUnsentBytes: 400 * 1024 }],
  ])('the server disconnects only the viewer that %s, with a code', async (_name, more) => {
    limits = { ...limits, send: { ...limits.send, ...more } };
    const { stuck, reading, give } = await openStuckAndReading();
    await give();
    clock.aheadMs = 2_000;
    await expect.poll(() => served[0]?.readyState).toBe(WebSocket.CLOSING);
    stuck.socket.resume();
    expect(await stuck.closed).toBe(`${TOO_SLOW_CODE} viewer-too-slow`);
    expect(reading.socket.readyState).toBe(WebSocket.OPEN);
    expect(reading.messages.filter(({ type }) => type === 'dropped')).toEqual([]);
    reading.socket.close();
  });
});
