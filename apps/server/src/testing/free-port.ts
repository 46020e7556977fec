import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux 32768, macOS 49152): those would
 * take it in the meantime.
 */
const LOWEST_PORT = 10_240;
const BEYOND_PORT = 32_000;
const TRIES = 50;

/**
 * A port of this machine that nobody listens on just now, for a server that has to come back at the
 * same place. One that the system chose could meanwhile go to an outgoing connection, even to one
 * that tries to reach the port itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST_PORT, BEYOND_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
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
