import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateError } from 'aedes';

/** A real MQTT broker on a free port that records its messages in order. */
export type Broker = {
  readonly url: string;
  readonly received: readonly {
    readonly topic: string;
    readonly payload: Buffer;
    readonly from: string | null;
  }[];
  /** Delays every acknowledgement of frames until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly connections: () => number;
  readonly cutAll: () => void;
  readonly close: () => Promise<void>;
};

/** Rejects devices whose key differs from that in `keys`; null accepts every device. */
export async function openBroker(
  keys: ReadonlyMap<string, string> | null = null,
  port = 0,
): Promise<Broker> {
  const received: { topic: string; payload: Buffer; from: string | null }[] = [];
  const sockets = new Set<Socket>();
  let held: (() => void)[] | null = null;
  const broker = await Aedes.createBroker({
    authenticate: (_client, serial, key, done) => {
      const known = keys === null || (serial !== undefined && keys.get(serial) === key?.toString());
      // The error code for a wrong key (MQTT 3.1.1, return code 4).
      if (known) done(null, true);
      else
        done(Object.assign(new Error('wrong key'), { returnCode: 4 }) as AuthenticateError, null);
    },
    authorizePublish: (client, packet, done) => {
      received.push({
        topic: packet.topic,
        payload: Buffer.from(packet.payload),
        from: client?.id ?? null,
      });
      if (held !== null && packet.topic.endsWith('/frames')) held.push(() => done(null));
      else done(null);
    },
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    broker.handle(socket);
  });
  const url = `mqtt://127.0.0.1:${await listen(server, port)}`;
  return {
    url,
    received,
    hold: () => {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const done of waiting) done();
    },
    connections: () => sockets.size,
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        broker.close(resolve);
      });
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // The address of a TCP server is an object once it listens.
  return (server.address() as AddressInfo).port;
}
