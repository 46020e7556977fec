import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { connect } from 'node:net';

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** Where Debian's package (or another installation) put the broker; undefined when it is absent. */
export const natsServerBinary = (): string | undefined => PLACES.find((place) => existsSync(place));

export type NatsServer = { readonly url: string; readonly port: number; readonly stop: (signal?: NodeJS.Signals) => Promise<void> };

/** A real broker on loopback. */
export async function startNatsServer(binary: string, port?: number, options: readonly string[] = []): Promise<NatsServer> {
  const at = port ?? (await freePort());
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(at), ...options], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => { child.once('exit', () => resolve()); });
  await waitForPort(at);
  return {
    url: `nats://127.0.0.1:${at}`,
    port: at,
    stop: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const address = server.address();
  await new Promise<void>((resolve) => { server.close(() => resolve()); });
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

export async function waitForPort(port: number, timeoutMs = 10_000): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
    if (await answers(port)) return;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  throw new Error(`nothing listens on port ${port}`);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => { socket.destroy(); resolve(true); });
    socket.once('error', () => resolve(false));
  });
