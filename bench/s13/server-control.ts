import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import type { Backend } from './balancer.ts';
import type { SteppedClock } from './stepped-clock.ts';

/** A server process behind its own link to PostgreSQL; it comes back on the same ports. */
export type ServerControl = {
  readonly backend: Backend;
  readonly databaseLink: TcpProxy;
  readonly clock: SteppedClock | null;
  readonly process: () => ServerProcess;
  /** Starts it, and resolves once it is ready. */
  readonly start: () => Promise<void>;
  /** Ends it. Gives its exit code and how long it took. */
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
  const url = new URL(options.databaseUrl.replace('@/', '@localhost/'));
  const databaseLink = await startTcpProxy({
    path: `${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432`,
  });
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
        DATABASE_URL: `postgres://${url.username}@127.0.0.1:${databaseLink.port}${url.pathname}`,
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
