import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import {
  startDatabaseLink,
  type DatabaseLink,
} from '../../apps/server/src/testing/database-link.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import type { Backend } from './balancer.ts';
import type { SteppedClock } from '../../apps/server/src/testing/stepped-clock.ts';

/** A server process with its own proxy to PostgreSQL; it restarts on the same ports. */
export type ServerControl = {
  readonly backend: Backend;
  readonly databaseLink: DatabaseLink;
  readonly clock: SteppedClock | null;
  readonly process: () => ServerProcess;
  /** Starts the server and resolves once it is ready. */
  readonly start: () => Promise<void>;
  /** Ends the server. Returns its exit code and how long it took. */
  readonly end: (
    signal: 'SIGTERM' | 'SIGKILL',
  ) => Promise<{ readonly code: number | null; readonly elapsedMs: number }>;
  readonly close: () => Promise<void>;
};

export type ServerControlOptions = {
  /** Address of the database on a Unix socket: `postgres://user@/name?host=folder`. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly clock: SteppedClock | null;
};

export async function createServerControl(options: ServerControlOptions): Promise<ServerControl> {
  const databaseLink = await startDatabaseLink(options.databaseUrl);
  const backend = { httpPort: await freePort(), mqttPort: await freePort() };
  let running: ServerProcess | null = null;
  const current = (): ServerProcess => {
    if (running === null) throw new Error('the server does not run');
    return running;
  };
  const end: ServerControl['end'] = async (signal) => {
    const startedMs = performance.now();
    const ending = current();
    ending.kill(signal);
    const { code } = await ending.exited;
    return { code, elapsedMs: performance.now() - startedMs };
  };
  return {
    backend,
    databaseLink,
    clock: options.clock,
    process: current,
    async start() {
      running = startServerProcess({
        DATABASE_URL: databaseLink.url,
        NATS_URL: options.natsUrl,
        PORT: String(backend.httpPort),
        MQTT_PORT: String(backend.mqttPort),
        YAMORI_LOG: 'error',
        YAMORI_LIMIT_REQUESTS_ADDRESS: '1000000',
        ...options.clock?.environment,
      });
      await running.ready;
    },
    end,
    async close() {
      if (running !== null) await end('SIGKILL');
      await databaseLink.close();
    },
  };
}
