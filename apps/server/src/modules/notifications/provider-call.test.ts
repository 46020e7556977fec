import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { callProvider } from './provider-call.ts';

/** Passes each connection to `answer`. Returns the address. */
async function startProvider(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  // A TCP server's address is an object once it listens.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const call = (url: string) =>
  callProvider(
    { url, headers: {}, body: 'hello', means: {} },
    new AbortController().signal,
    // Longer than any responding provider takes, even on a busy machine.
    2_000,
  );

it.each([
  ['does not reply', () => undefined],
  [
    'sends its status byte by byte forever',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 O');
      const timer = setInterval(() => socket.write('K'), 20);
      socket.on('close', () => clearInterval(timer));
    },
  ],
])('callProvider gives up on a provider that %s', async (_name, answer) => {
  await expect(call(await startProvider(answer))).rejects.toThrow('did not answer in time');
});

it('callProvider reports a provider that cuts the connection in its reply as unreachable', async () => {
  const url = await startProvider((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 O'));
  });
  await expect(call(url)).rejects.toThrow('could not be reached');
});

it('callProvider does not wait for the body after a status', async () => {
  const url = await startProvider((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 201 Created\r\ncontent-length: 1000000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
  });
  expect(await call(url)).toBe('taken');
});
