import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort, waitForPort } from './free-port.ts';

const PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** Path of the installed broker, or undefined. */
export const natsServerBinary = (): string | undefined => PATHS.find((place) => existsSync(place));

export type NatsServer = {
  readonly url: string;
  readonly port: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts a real broker on loopback. */
export async function startNatsServer(
  binary: string,
  port?: number,
  options: readonly string[] = [],
): Promise<NatsServer> {
  const at = port ?? (await freePort());
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(at), ...options], {
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
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
