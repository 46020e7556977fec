import pg from 'pg';
import type { Logger } from 'pino';

/** Whether PostgreSQL answers, from one probe a second for the whole process. */
export type DatabaseProbe = {
  readonly isAway: () => boolean;
  readonly close: () => Promise<void>;
};

type DatabaseProbeOptions = {
  readonly url: string;
  readonly everyMs?: number;
  readonly timeoutMs: number;
};

const PROBE_EVERY_MS = 1_000;

/** Considers PostgreSQL reachable until a probe fails. */
export function startDatabaseProbe(options: DatabaseProbeOptions, log: Logger): DatabaseProbe {
  const { url, everyMs = PROBE_EVERY_MS, timeoutMs } = options;
  let client: pg.Client | null = null;
  let isAway = false;
  let isProbing = false;
  let isClosed = false;

  async function probeOnce(): Promise<void> {
    client ??= await connect();
    const late = Promise.withResolvers<never>();
    // After a stall of this process, `setImmediate` lets a waiting answer arrive before the
    // timeout.
    const timer = setTimeout(
      () => setImmediate(() => late.reject(new Error('no answer in time'))),
      timeoutMs,
    );
    try {
      await Promise.race([client.query('select 1'), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function connect(): Promise<pg.Client> {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      application_name: 'yamori-probe',
    });
    // A connection that broke between two probes does not prove an outage: reconnect.
    connecting.on('error', () => {
      if (client === connecting) client = null;
    });
    await connecting.connect();
    return connecting;
  }

  async function probe(): Promise<void> {
    if (isProbing || isClosed) return;
    isProbing = true;
    try {
      await probeOnce();
      if (isAway) log.info('database reachable again');
      isAway = false;
    } catch (error) {
      if (!isAway && !isClosed) log.warn({ err: error }, 'database unreachable');
      isAway = true;
      drop();
    } finally {
      isProbing = false;
    }
  }

  function drop(): void {
    const dropped = client;
    client = null;
    // `end` never completes on a dead link.
    dropped?.end().catch(() => undefined);
  }

  const timer = setInterval(() => void probe(), everyMs).unref();
  return {
    isAway: () => isAway,
    async close() {
      isClosed = true;
      clearInterval(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => undefined);
    },
  };
}
