import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Bus, BusState } from './bus.ts';
import {
  checkSubject,
  createSubjectSubscribers,
  type SubjectSubscribers,
} from './subject-subscribers.ts';

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
 * The Bus of several servers, over core NATS. Who subscribes in this process hears a publish before
 * it returns, as with a bus of one process; the broker carries it to the other servers and never
 * back here, so that what a server does for itself neither costs a way there and back nor waits for
 * a broker in trouble. Each pattern is one NATS subscription, however many subscribe here. While
 * the broker is away a publish is counted as dropped for the others: live data has no use later,
 * and what must not be lost is in the database. Resolves at the latest after `startTimeoutMs`,
 * connected or not, and connects when it can.
 */
export async function connectNatsBus(options: NatsBusOptions): Promise<NatsBus> {
  const link = createLink(options);
  await link.started;
  const room = createOutgoingRoom(options.maxPendingBytes ?? 32 * 1024 * 1024);
  let dropped = 0;

  /** Whether the broker has it; what it would refuse is said by name, once. */
  function carry(connection: NatsConnection, subject: string, bytes: Uint8Array): boolean {
    const mostBytes = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    if (bytes.length > mostBytes) {
      link.sayTooLong(subject, bytes.length, mostBytes);
      return false;
    }
    if (!room.take(connection, bytes.length)) return false;
    // A copy: the client keeps the payload until its next write, and the publisher may change it
    // before.
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

/** How long bytes are counted as under way before the broker is asked whether it has them. */
const ASK_AFTER_MS = 50;

/**
 * How much may be under way to the broker at one time, so that one that does not take anything
 * costs fixed memory.
 */
function createOutgoingRoom(mostBytes: number) {
  const state: {
    given: number;
    left: number;
    asking: boolean;
    timer?: NodeJS.Timeout | undefined;
  } = { given: 0, left: 0, asking: false };
  const underWay = (): number => state.given - state.left;

  async function flush(connection: NatsConnection): Promise<void> {
    const upTo = state.given;
    await leftOrClosed(connection);
    // What was published before has left; what came meanwhile is still counted.
    state.left = Math.max(state.left, upTo);
  }

  /** One question at a time: each is a message there and one back. */
  function ask(connection: NatsConnection): void {
    clearTimeout(state.timer);
    state.timer = undefined;
    if (state.asking) return;
    state.asking = true;
    void flush(connection).finally(() => {
      state.asking = false;
      if (underWay() > 0) askLater(connection);
    });
  }

  function askLater(connection: NatsConnection): void {
    if (underWay() > mostBytes / 4) ask(connection);
    else state.timer ??= setTimeout(ask, ASK_AFTER_MS, connection).unref();
  }

  return {
    flush,
    take(connection: NatsConnection, bytes: number): boolean {
      if (underWay() + bytes > mostBytes) return false;
      state.given += bytes + 1;
      if (!state.asking) askLater(connection);
      return true;
    },
  };
}

type Link = {
  readonly started: Promise<void>;
  readonly connection: () => NatsConnection | undefined;
  readonly sayTooLong: (subject: string, bytes: number, mostBytes: number) => void;
  readonly subscribers: SubjectSubscribers;
  readonly state: () => BusState;
  readonly close: () => Promise<void>;
};

/** The client leaves a flush open for ever whose connection breaks before the broker answered. */
async function leftOrClosed(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.flush().catch(() => undefined), connection.closed()]);
}

/**
 * Addresses without their credentials, and the credentials, which the client wants apart; those of
 * the first address count.
 */
export function serversOf(url: string): {
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
  const current: { connection?: NatsConnection; state: BusState; closed: boolean } = {
    state: { kind: 'disconnected', since: options.now(), reason: 'not connected yet' },
    closed: false,
  };
  const live = new Map<string, Subscription>();
  const waits = new AbortController();
  const subscribers = createSubjectSubscribers(
    (subject, error) => log.error({ subject, err: error }, 'a subscriber failed'),
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
      'NATS is not reachable: live data stays within this server until it is; check NATS_URL and the broker',
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
        ...serversOf(options.url),
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
      if (!current.closed)
        lost(error instanceof Error ? reasonOf(error) : 'the broker closed the connection');
    }
  }

  const saidTooLong = new Set<string>();
  function sayTooLong(subject: string, bytes: number, mostBytes: number): void {
    const [kind = subject] = subject.split('.');
    if (saidTooLong.has(kind)) return;
    saidTooLong.add(kind);
    log.error(
      { code: 'bus-message-too-long', kind, bytes, mostBytes },
      'the NATS broker takes no message of this length: the other servers do not get it; raise its max_payload',
    );
  }

  const firstTry = attempt();
  const keeping = keep(firstTry);
  return {
    started: Promise.race([firstTry, pause(options.startTimeoutMs ?? 3000, waits.signal)]).then(
      () => undefined,
    ),
    connection: () => current.connection,
    sayTooLong,
    subscribers,
    state: () => current.state,
    close: async () => {
      current.closed = true;
      waits.abort();
      const { connection } = current;
      if (connection !== undefined) {
        await Promise.race([
          leftOrClosed(connection),
          pause(CLOSE_WAIT_MS, new AbortController().signal),
        ]);
        await connection.close();
      }
      await keeping;
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message === '' ? error.name : error.message) : String(error);

/** Waits, or returns early when the bus is closed. */
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
