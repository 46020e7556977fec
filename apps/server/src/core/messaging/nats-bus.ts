import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Bus, BusState } from './bus.ts';
import {
  checkSubject,
  createSubjectSubscribers,
  type SubjectSubscribers,
} from './subject-subscribers.ts';

export type NatsBusOptions = {
  /** Addresses of a cluster, separated by commas: `nats://user:password@host:4222`. */
  readonly url: string;
  readonly log: Logger;
  readonly now: () => Date;
  /** How long a start waits for the broker. */
  readonly startTimeoutMs?: number;
  readonly reconnectWaitMs?: number;
  /** Ping interval; a connection is dropped after two pings without an answer. */
  readonly pingIntervalMs?: number;
  /** Maximum bytes queued in this process; further publishes are dropped and counted. */
  readonly maxPendingBytes?: number;
};

export type NatsBus = Bus & { readonly droppedPublishes: () => number };

/**
 * The Bus of several servers, over core NATS. Subscribers in this process receive a publish before
 * it returns; the broker carries it to the other servers and does not echo it, so local traffic is
 * independent of the broker. Each pattern is one NATS subscription, regardless of its number of
 * subscribers. While the broker is unreachable, publishes count as dropped for other servers: late
 * live data is useless, and other data is in the database. Resolves after `startTimeoutMs` at the
 * latest, connected or not, and keeps trying to connect.
 */
export async function connectNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const link = createLink(options);
  await link.started;
  const room = createSendWindow(options.maxPendingBytes ?? 32 * 1024 * 1024);
  let dropped = 0;

  /** Whether the message was queued for the broker. Logs oversized messages once per kind. */
  function carry(connection: NatsConnection, subject: string, bytes: Uint8Array): boolean {
    const maxBytes = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (bytes.length > maxBytes) {
      link.logTooLong(subject, bytes.length, maxBytes);
      return false;
    }
    if (!room.take(connection, bytes.length)) return false;
    // The client keeps the payload until its next write, and the publisher may reuse its buffer.
    connection.publish(subject, new Uint8Array(bytes));
    return true;
  }

  return {
    publish(subject, bytes) {
      checkSubject(subject);
      const connection = link.connection();
      if (connection === undefined || connection.isClosed() || !carry(connection, subject, bytes))
        dropped += 1;
      link.subscribers.deliver(subject, bytes);
    },
    subscribe: link.subscribers.add,
    flush: async () => {
      const connection = link.connection();
      if (connection !== undefined) await room.flush(connection);
    },
    state: link.state,
    close: link.close,
    droppedPublishes: () => dropped,
  };
}

/** Delay before a flush asks the broker which bytes it has received. */
const FLUSH_DELAY_MS = 50;

/** Limits the bytes in flight to the broker, so that a stalled broker costs bounded memory. */
function createSendWindow(maxBytes: number) {
  const state: {
    given: number;
    left: number;
    asking: boolean;
    timer?: NodeJS.Timeout | undefined;
  } = { given: 0, left: 0, asking: false };
  const bytesInFlight = (): number => state.given - state.left;

  async function flush(connection: NatsConnection): Promise<void> {
    const upTo = state.given;
    await flushOrClose(connection);
    // Everything published before the flush has been sent; later bytes still count.
    state.left = Math.max(state.left, upTo);
  }

  /** At most one flush at a time, because each is a round trip. */
  function flushNow(connection: NatsConnection): void {
    clearTimeout(state.timer);
    state.timer = undefined;
    if (state.asking) return;
    state.asking = true;
    void flush(connection).finally(() => {
      state.asking = false;
      if (bytesInFlight() > 0) flushLater(connection);
    });
  }

  function flushLater(connection: NatsConnection): void {
    if (bytesInFlight() > maxBytes / 4) flushNow(connection);
    else state.timer ??= setTimeout(flushNow, FLUSH_DELAY_MS, connection).unref();
  }

  return {
    flush,
    take(connection: NatsConnection, bytes: number): boolean {
      if (bytesInFlight() + bytes > maxBytes) return false;
      state.given += bytes + 1;
      if (!state.asking) flushLater(connection);
      return true;
    },
  };
}

type Link = {
  readonly started: Promise<void>;
  readonly connection: () => NatsConnection | undefined;
  readonly logTooLong: (subject: string, bytes: number, maxBytes: number) => void;
  readonly subscribers: SubjectSubscribers;
  readonly state: () => BusState;
  readonly close: () => Promise<void>;
};

/** The client never settles a flush whose connection breaks before the answer. */
async function flushOrClose(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.flush().catch(() => undefined), connection.closed()]);
}

/**
 * Splits addresses into servers and credentials, which the client expects separately. Uses the
 * credentials of the first address.
 */
export function parseServers(url: string): {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
} {
  const addresses = url.split(',').map((address) => address.trim());
  const servers = addresses.map((address) => address.replace(/\/\/[^@/]*@/, '//'));
  const [first = ''] = addresses;
  if (!URL.canParse(first)) return { servers };
  const { username, password } = new URL(first);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  if (user === '') return { servers };
  return pass === '' ? { servers, token: user } : { servers, user, pass };
}

/** How long `close` waits for queued messages. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Maintains one connection, and reconnects, until closed. */
function createLink(options: NatsBusOptions): Link {
  const { log } = options;
  const shown = options.url.replaceAll(/\/\/[^@/,]*@/g, '//');
  const current: { connection?: NatsConnection; state: BusState; closed: boolean } = {
    state: { kind: 'disconnected', since: options.now(), reason: 'not connected yet' },
    closed: false,
  };
  const live = new Map<string, Subscription>();
  const waits = new AbortController();
  const subscribers = createSubjectSubscribers(
    (subject, error) => log.error({ subject, err: error }, 'bus subscriber failed'),
    (pattern) => {
      open(pattern);
      return () => {
        live.get(pattern)?.unsubscribe();
        live.delete(pattern);
      };
    },
  );

  function open(pattern: string): void {
    if (current.connection === undefined) return;
    const callback = (_error: Error | null, message: Msg): void =>
      subscribers.deliverTo(pattern, message.subject, message.data);
    live.set(pattern, current.connection.subscribe(pattern, { callback }));
  }

  function lost(reason: string): void {
    if (current.state.kind === 'disconnected' && current.state.reason === reason) return;
    const since = current.state.kind === 'disconnected' ? current.state.since : options.now();
    current.state = { kind: 'disconnected', since, reason };
    log.warn(
      { broker: shown, reason },
      'NATS unreachable; live data stays within this server; check NATS_URL and the broker',
    );
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
      const connection = await connect({
        ...parseServers(options.url),
        timeout: options.startTimeoutMs ?? 3000,
        reconnect: false,
        pingInterval: options.pingIntervalMs ?? 5000,
        maxPingOut: 2,
        noEcho: true,
        name: 'yamori',
      });
      if (current.closed) await connection.close();
      else found(connection);
      return true;
    } catch (error) {
      lost(getReason(error));
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
      if (!current.closed)
        lost(error instanceof Error ? getReason(error) : 'the broker closed the connection');
    }
  }

  const loggedKinds = new Set<string>();
  function logTooLong(subject: string, bytes: number, maxBytes: number): void {
    const [kind = subject] = subject.split('.');
    if (loggedKinds.has(kind)) return;
    loggedKinds.add(kind);
    log.error(
      { code: 'bus-message-too-long', kind, bytes, maxBytes },
      'message exceeds the NATS limit and does not reach other servers; raise max_payload of the broker',
    );
  }

  const firstTry = attempt();
  const keeping = keep(firstTry);
  return {
    started: Promise.race([firstTry, pause(options.startTimeoutMs ?? 3000, waits.signal)]).then(
      () => undefined,
    ),
    connection: () => current.connection,
    logTooLong,
    subscribers,
    state: () => current.state,
    close: async () => {
      current.closed = true;
      waits.abort();
      const { connection } = current;
      if (connection !== undefined) {
        await Promise.race([
          flushOrClose(connection),
          pause(CLOSE_TIMEOUT_MS, new AbortController().signal),
        ]);
        await connection.close();
      }
      await keeping;
    },
  };
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

/** Resolves after the time, or when the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
