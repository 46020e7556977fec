import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';

/** A server process that can be stopped, killed and frozen, and restarts on the same port. */
export type ServerControl = {
  readonly port: number;
  readonly start: () => Promise<void>;
  /** Ends the process and waits for its exit. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
};

const SERVER = fileURLToPath(new URL('./oracle-server.ts', import.meta.url));

export async function createServerControl(databaseUrl: string): Promise<ServerControl> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = fork(SERVER, [databaseUrl, String(port)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(() => {
        throw new Error('the server ended before it was ready');
      }),
    ]);
  };
  await start();
  return {
    port,
    start,
    end: async (signal) => {
      const ending = child;
      child = null;
      if (ending === null) return;
      const exited = once(ending, 'exit');
      ending.kill(signal);
      await exited;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}
