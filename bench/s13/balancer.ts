import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Ports of a server on loopback. */
export type Backend = { readonly httpPort: number; readonly mqttPort: number };

export type Balancer = {
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Whether a server got new connections at the last probe. */
  readonly isReady: (backend: Backend) => boolean;
  readonly close: () => Promise<void>;
};

const PROBE_EVERY_MS = 250;
/** A check of /readyz takes 3 s at most. */
const PROBE_TIMEOUT_MS = 3_500;
/** One slow reply does not make a server dead. */
const DEAD_AFTER_TIMEOUTS = 2;

/** `draining`: it replies, but not with 200. Its connections stay; new ones go to others. */
type Health = 'ready' | 'draining' | 'dead';
type Port = keyof Backend;
type Target = {
  readonly backend: Backend;
  health: Health;
  timeouts: number;
  readonly sockets: Set<Socket>;
};

/**
 * A TCP load balancer as sites run it in front of several servers: distributes new connections
 * round-robin among servers whose /readyz returns 200, or among all if none does. Resets the
 * connections of a server that stops responding.
 */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const targets = backends.map((backend): Target => ({
    backend,
    health: 'dead',
    timeouts: 0,
    sockets: new Set(),
  }));
  let turn = 0;

  /** All servers, in the order to try them. */
  function inOrder(): Target[] {
    turn += 1;
    const rotated = targets.map((_, index) => targets[(index + turn) % targets.length]);
    return rotated
      .filter((target) => target !== undefined)
      .toSorted((a, b) => rank(a.health) - rank(b.health));
  }

  async function probe(target: Target): Promise<void> {
    const answer = await readHealth(target.backend.httpPort);
    target.timeouts = answer === 'late' ? target.timeouts + 1 : 0;
    const isGivenUp = target.timeouts >= DEAD_AFTER_TIMEOUTS;
    if (answer === 'late' && !isGivenUp) return;
    target.health = answer === 'late' ? 'dead' : answer;
    if (target.health === 'dead') for (const socket of target.sockets) socket.resetAndDestroy();
  }

  function listen(port: Port): Server {
    return createServer((client) => {
      client.on('error', () => undefined);
      void join(client, port, inOrder());
    }).listen(0, '127.0.0.1');
  }

  const servers = [listen('httpPort'), listen('mqttPort')] as const;
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const timers = targets.map((target) => repeat(() => probe(target), PROBE_EVERY_MS));
  return {
    httpPort: getPort(servers[0]),
    mqttPort: getPort(servers[1]),
    isReady: (backend) =>
      targets.some((target) => target.backend === backend && target.health === 'ready'),
    async close() {
      for (const stop of timers) stop();
      const closed = servers.map((server) => once(server, 'close'));
      for (const server of servers) server.close();
      for (const { sockets } of targets) for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** Repeats `run` with pauses. @returns a function that stops it */
function repeat(run: () => Promise<void>, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = async (): Promise<void> => {
    await run();
    if (!isStopped) timer = setTimeout(() => void next(), pauseMs);
  };
  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const rank = (health: Health): number => ['ready', 'draining', 'dead'].indexOf(health);

// A TCP server's address is an object once it listens.
const getPort = (server: Server): number => (server.address() as AddressInfo).port;

/** Connects a client to the first server that accepts it. */
async function join(client: Socket, port: Port, targets: readonly Target[]): Promise<void> {
  for (const { backend, sockets } of targets) {
    const onward = connect(backend[port], '127.0.0.1');
    if (!(await isConnected(onward))) continue;
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.resetAndDestroy());
      one.on('close', () => sockets.delete(one));
      one.pipe(other);
    }
    return;
  }
  client.resetAndDestroy();
}

const isConnected = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });

function readHealth(port: number): Promise<Health | 'late'> {
  return new Promise((resolve) => {
    const probe = request(
      { host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: PROBE_TIMEOUT_MS },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200 ? 'ready' : 'draining');
      },
    );
    probe.on('timeout', () => {
      resolve('late');
      probe.destroy();
    });
    probe.on('error', () => resolve('dead'));
    probe.end();
  });
}
