import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort, waitForPort } from './free-port.ts';

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** Where Debian's package (or another installation) put the broker; undefined when it is absent. */
export const natsServerBinary = (): string | undefined => PLACES.find((place) => existsSync(place));

export type NatsServer = {
  readonly url: string;
  readonly port: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** A real broker on loopback. */
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
