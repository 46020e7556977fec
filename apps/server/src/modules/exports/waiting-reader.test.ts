import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toProblem } from '../../core/http/problem-reply.ts';
import { createExportPlaces } from './export-places.ts';
import { watchReader } from './waiting-reader.ts';

const PATIENCE_MS = 1_500;
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

/** An endless stream with one chunk every `everyMs`. */
async function* endless(everyMs: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    if (everyMs > 0) await pause(everyMs);
    yield new Uint8Array(64 * 1024);
  }
}
const sending =
  (everyMs: number, onGone: () => void): Answering =>
  (request, answer) => {
    const bytes = Readable.from(endless(everyMs), { objectMode: false });
    watchReader(request, answer, PATIENCE_MS, onGone).addEventListener('abort', () =>
      bytes.destroy(),
    );
    bytes.pipe(answer);
  };

describe('watchReader', () => {
  it('disconnects a reader who takes no bytes', async () => {
    let ended = 0;
    held.answering = sending(0, () => {
      ended += 1;
    });
    reader().pause();
    await expect.poll(() => ended).toBe(1);
  });

  it('does not disconnect a slow reader or one who waits for the server', async () => {
    let ended = 0;
    held.answering = sending(2 * PATIENCE_MS, () => {
      ended += 1;
    });
    const waiting = reader().resume();
    held.answering = await once(waiting, 'data').then(() =>
      sending(0, () => {
        ended += 1;
      }),
    );
    const slow = reader();
    for (let step = 0; step < 16; step += 1) {
      slow.resume();
      await pause(10);
      slow.pause();
      await pause(40);
    }
    expect(ended).toBe(0);
    for (const socket of [waiting, slow]) socket.resetAndDestroy();
    await expect.poll(() => ended).toBe(2);
  });

  it('calls back once for every reply of a closed connection, immediately if it was already closed', async () => {
    const ends: number[] = [];
    let asked = 0;
    held.answering = (request, answer) => {
      const index = asked;
      asked += 1;
      watchReader(request, answer, PATIENCE_MS, () => ends.push(index));
      if (index === 2) setImmediate(() => request.socket.destroy());
      request.socket.once('close', () =>
        setImmediate(() => watchReader(request, answer, PATIENCE_MS, () => ends.push(10 + index))),
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
      exportsOfOrganisation: 3,
      exportsOfMember: 2,
      readerPatienceMs: 1,
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
