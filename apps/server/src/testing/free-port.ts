import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the ephemeral ports (Linux from 32768, macOS from 49152), which outgoing connections take.
 */
const MIN_PORT = 10_240;
const END_PORT = 32_000;
const MAX_ATTEMPTS = 50;

/**
 * A port on which nothing listens, for a server that must restart on the same port. A port chosen
 * by the system could be taken by an outgoing connection in between, even one to the port itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const port = randomInt(MIN_PORT, END_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error('found no free port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function waitForPort(port: number, timeoutMs = 120_000): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline;) {
    if (await answers(port)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`nothing listens on port ${port}`);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
