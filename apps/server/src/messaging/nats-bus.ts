import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Bus, BusState } from './bus.ts';
import { checkSubject, createSubjectSubscribers, type SubjectSubscribers } from './subject-subscribers.ts';

export type NatsBusOptions = {
  /** One or more addresses of a cluster, separated by commas: `nats://user:password@host:4222`. */
  readonly url: string;
  readonly log: Logger;
  readonly now: () => Date;
  /** How long a start waits for the broker before it goes on without it. */
  readonly startTimeoutMs?: number;
  readonly reconnectWaitMs?: number;
  /** A link on which nothing passes is given up after two pings without an answer. */
  readonly pingIntervalMs?: number;
  /** Bytes waiting in this process above which a publish is dropped and counted. */
  readonly maxPendingBytes?: number;
};

export type NatsBus = Bus & { readonly droppedPublishes: () => number };

/**
 * The Bus of several servers, over core NATS. Each pattern is one NATS subscription, however many subscribe here.
 * While the broker is away a publish reaches this process only and is counted as dropped for the others: live data has
 * no use later, and what must not be lost is in the database. Resolves at the latest after `startTimeoutMs`, connected or not, and connects when it can.
 */
export async function connectNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const link = createLink(options);
  await link.started;
  const counters = { dropped: 0, unflushedBytes: 0 };
  const maxPendingBytes = options.maxPendingBytes ?? 32 * 1024 * 1024;

  function noteFlushed(connection: NatsConnection): void {
    void leftOrClosed(connection).then(() => { counters.unflushedBytes = 0; });
  }

  return {
    publish(subject, bytes) {
      checkSubject(subject);
      const connection = link.connection();
      if (connection === undefined || connection.isClosed()) {
        counters.dropped += 1;
        // Whoever listens in this process hears it all the same, as with a bus of its own.
        link.subscribers.deliver(subject, bytes);
        return;
      }
      if (counters.unflushedBytes + bytes.length > maxPendingBytes) {
        counters.dropped += 1;
        return;
      }
      if (counters.unflushedBytes === 0) setImmediate(noteFlushed, connection);
      counters.unflushedBytes += bytes.length + 1;
      // A copy: the client keeps the payload until its next write, and the publisher may change it before.
      connection.publish(subject, new Uint8Array(bytes));
    },
    subscribe: link.subscribers.add,
    flush: async () => {
      const connection = link.connection();
      if (connection !== undefined) {
        const counted = counters.unflushedBytes;
        await leftOrClosed(connection);
        // What was published before has left; what came meanwhile is still counted.
        counters.unflushedBytes = Math.max(0, counters.unflushedBytes - counted);
      }
    },
    state: link.state,
    close: link.close,
    droppedPublishes: () => counters.dropped,
  };
}

type Link = {
  readonly started: Promise<void>;
  readonly connection: () => NatsConnection | undefined;
  readonly subscribers: SubjectSubscribers;
  readonly state: () => BusState;
  readonly close: () => Promise<void>;
};

/** The client leaves a flush open for ever whose connection breaks before the broker answered. */
async function leftOrClosed(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.flush().catch(() => undefined), connection.closed()]);
}

/** Addresses without their credentials, and the credentials, which the client wants apart; those of the first address count. */
export function serversOf(url: string): { readonly servers: string[]; readonly user?: string; readonly pass?: string; readonly token?: string } {
  const addresses = url.split(',').map((address) => address.trim());
  const servers = addresses.map((address) => address.replace(/\/\/[^@/]*@/, '//'));
  const [first = ''] = addresses;
  if (!URL.canParse(first)) return { servers };
  const { username, password } = new URL(first);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return { servers };
  return pass === '' ? { servers, token: user } : { servers, user, pass };
}

/** How long a close waits for what was published before it. */
const CLOSE_WAIT_MS = 1_000;

/** Keeps one connection up for as long as the bus lives. */
function createLink(options: NatsBusOptions): Link {
  const { log } = options;
  const shown = options.url.replaceAll(/\/\/[^@/,]*@/g, '//');
  const current: { connection?: NatsConnection; state: BusState; closed: boolean } = { state: { kind: 'disconnected', since: options.now(), reason: 'not connected yet' }, closed: false };
  const live = new Map<string, Subscription>();
  const waits = new AbortController();
  const subscribers = createSubjectSubscribers((subject, error) => log.error({ subject, err: error }, 'a subscriber failed'), (pattern) => {
    open(pattern);
    return () => {
      live.get(pattern)?.unsubscribe();
      live.delete(pattern);
    };
  });

  function open(pattern: string): void {
    if (current.connection === undefined) return;
    const callback = (_error: Error | null, message: Msg): void => subscribers.deliverTo(pattern, message.subject, message.data);
    live.set(pattern, current.connection.subscribe(pattern, { callback }));
  }

  function lost(reason: string): void {
    if (current.state.kind === 'disconnected' && current.state.reason === reason) return;
    const since = current.state.kind === 'disconnected' ? current.state.since : options.now();
    current.state = { kind: 'disconnected', since, reason };
    log.warn({ broker: shown, reason }, 'NATS is not reachable: live data stays within this server until it is; check NATS_URL and the broker');
  }

  function found(connection: NatsConnection): void {
    current.connection = connection;
    current.state = { kind: 'connected' };
    live.clear();
    for (const pattern of subscribers.patterns()) open(pattern);
    log.info({ broker: shown }, 'connected to NATS');
  }

  async function attempt(): Promise<boolean> {
    try {
      const connection = await connect({ ...serversOf(options.url), timeout: options.startTimeoutMs ?? 3000, reconnect: false, pingInterval: options.pingIntervalMs ?? 5000, maxPingOut: 2, name: 'yamori' });
      if (current.closed) await connection.close();
      else found(connection);
      return true;
    } catch (error) {
      lost(reasonOf(error));
      return false;
    }
  }

  async function keep(firstTry: Promise<boolean>): Promise<void> {
    await firstTry;
    while (!current.closed) {
      const { connection } = current;
      if (connection === undefined) {
        await pause(options.reconnectWaitMs ?? 500, waits.signal);
        if (!current.closed) await attempt();
        continue;
      }
      const error = await connection.closed();
      delete current.connection;
      if (!current.closed) lost(error instanceof Error ? reasonOf(error) : 'the broker closed the connection');
    }
  }

  const firstTry = attempt();
  const keeping = keep(firstTry);
  return {
    started: Promise.race([firstTry, pause(options.startTimeoutMs ?? 3000, waits.signal)]).then(() => undefined),
    connection: () => current.connection,
    subscribers,
    state: () => current.state,
    close: async () => {
      current.closed = true;
      waits.abort();
      const { connection } = current;
      if (connection !== undefined) {
        await Promise.race([leftOrClosed(connection), pause(CLOSE_WAIT_MS, new AbortController().signal)]);
        await connection.close();
      }
      await keeping;
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? (error.message === '' ? error.name : error.message) : String(error));

/** Waits, or returns early when the bus is closed. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
