import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toProblem } from '../../core/http/problem-reply.ts';
import { createExportPlaces } from './export-places.ts';
import { watchReader } from './waiting-reader.ts';

const IDLE_TIMEOUT_MS = 200;
type Answering = (request: IncomingMessage, answer: ServerResponse) => void;
const held: { answering: Answering } = { answering: () => undefined };
const server = createServer((request, answer) => held.answering(request, answer));
const sockets: Socket[] = [];
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

function reader(requests = 1): Socket {
  const address = server.address();
  const socket = connect(
    typeof address === 'object' && address !== null ? address.port : 0,
    '127.0.0.1',
  ).on('error', () => undefined);
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  return socket;
}

type Reply = {
  readonly socket: Socket;
  readonly answer: ServerResponse;
  readonly endings: () => number;
};

/** A watched reply to a new reader. `write` makes its bytes; `endings` counts `onGone` calls. */
async function startReply(write: (answer: ServerResponse) => Readable | null): Promise<Reply> {
  const reading = Promise.withResolvers<ServerResponse>();
  let ended = 0;
  held.answering = (request, answer) => {
    const bytes = write(answer);
    const signal = watchReader(request, answer, IDLE_TIMEOUT_MS, () => {
      ended += 1;
    });
    signal.addEventListener('abort', () => bytes?.destroy());
    reading.resolve(answer);
  };
  const socket = reader();
  return { socket, answer: await reading.promise, endings: () => ended };
}

const CHUNK = new Uint8Array(64 * 1024);
function sendEndlessly(answer: ServerResponse): Readable {
  const bytes = new Readable({
    read() {
      this.push(CHUNK);
    },
  });
  bytes.pipe(answer);
  return bytes;
}

/** Bytes that the kernel has accepted. */
const countSent = ({ socket }: ServerResponse): number =>
  (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);

describe('watchReader', () => {
  it('disconnects a reader who takes no bytes', async () => {
    const { socket, endings } = await startReply(sendEndlessly);
    socket.pause();
    await expect.poll(endings).toBe(1);
  });

  it('does not disconnect a reader who waits for the server', async () => {
    const { socket, answer, endings } = await startReply(() => null);
    socket.resume();
    await once(answer, 'timeout');
    expect(answer.destroyed).toBe(false);
    answer.write(CHUNK);
    await once(socket, 'data');
    expect(endings()).toBe(0);
    socket.resetAndDestroy();
    await expect.poll(endings).toBe(1);
  });

  it('does not disconnect a reader who takes bytes slowly', async () => {
    const { socket, answer, endings } = await startReply(sendEndlessly);
    const startMs = performance.now();
    let lastMs = startMs;
    let longestGapMs = 0;
    while (lastMs < startMs + 3 * IDLE_TIMEOUT_MS && endings() === 0) {
      const before = countSent(answer);
      socket.resume();
      await expect
        .poll(() => endings() > 0 || countSent(answer) > before, { interval: 1 })
        .toBe(true);
      socket.pause();
      longestGapMs = Math.max(longestGapMs, performance.now() - lastMs);
      lastMs = performance.now();
    }
    // A stalled machine may hide a failure but cannot cause one.
    if (longestGapMs < IDLE_TIMEOUT_MS) expect(endings()).toBe(0);
    socket.resetAndDestroy();
    await expect.poll(endings).toBe(1);
  });

  it('calls back once for every reply of a closed connection, immediately if it was already closed', async () => {
    const ends: number[] = [];
    let requests = 0;
    held.answering = (request, answer) => {
      const index = requests;
      requests += 1;
      watchReader(request, answer, IDLE_TIMEOUT_MS, () => ends.push(index));
      if (index === 2) setImmediate(() => request.socket.destroy());
      request.socket.once('close', () =>
        setImmediate(() =>
          watchReader(request, answer, IDLE_TIMEOUT_MS, () => ends.push(10 + index)),
        ),
      );
    };
    reader(3);
    await expect.poll(() => ends.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 10, 11, 12]);
  });
});

describe('createExportPlaces', () => {
  const getCode = (take: () => unknown): string => {
    try {
      take();
      return 'taken';
    } catch (error) {
      return toProblem(error)?.code ?? String(error);
    }
  };

  it('limits exports of a member and of an organisation', () => {
    const take = createExportPlaces({
      concurrentExports: 4,
      exportsPerOrganisation: 3,
      exportsPerMember: 2,
      readerTimeoutMs: 1,
    });
    const of =
      (userId: string, rootDomainId = 'akane') =>
      () =>
        take({ userId, rootDomainId });
    const leave = of('a')();
    of('a')();
    expect(getCode(of('a'))).toBe('limit-exports-own');
    expect([
      getCode(of('b')),
      getCode(of('c')),
      getCode(of('m', 'mizuki')),
      getCode(of('n', 'mizuki')),
    ]).toEqual(['taken', 'limit-exports', 'taken', 'limit-exports']);
    leave();
    leave();
    expect([getCode(of('a')), getCode(of('a')), getCode(of('b'))]).toEqual([
      'taken',
      'limit-exports-own',
      'limit-exports',
    ]);
  });
});
