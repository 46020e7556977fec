import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `cut`: all connections break, and new ones are refused. `hole`: data is dropped, but connections
 * stay open. `delayMs`: data arrives later. `byteEveryMs`: bytes arrive one by one.
 */
export type LinkQuality =
  | 'open'
  | 'cut'
  | 'hole'
  | { readonly delayMs: number }
  | { readonly byteEveryMs: number };

export type TcpProxy = {
  readonly port: number;
  readonly set: (quality: LinkQuality) => void;
  readonly close: () => Promise<void>;
};

/**
 * A proxy in front of a real server on loopback or a Unix socket; tests can cut it or slow it down.
 */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<TcpProxy> {
  const link: { quality: LinkQuality } = { quality: 'open' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (link.quality === 'cut') {
      socket.destroy();
      return;
    }
    const onward = connect(target);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on(
        'data',
        createForwarder(other, () => link.quality),
      );
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A TCP server's address is an object once it listens.
    port: (server.address() as AddressInfo).port,
    set(quality) {
      link.quality = quality;
      if (quality === 'cut') for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards bytes in order, even when the quality changes. */
function createForwarder(to: Socket, quality: () => LinkQuality): (bytes: Buffer) => void {
  let sent = Promise.resolve();
  return (bytes) => {
    const receivedMs = performance.now();
    sent = sent.then(() => forward(bytes, receivedMs));
  };

  async function forward(bytes: Buffer, receivedMs: number): Promise<void> {
    const current = quality();
    if (current === 'cut' || current === 'hole' || to.destroyed) return;
    if (current === 'open') {
      to.write(bytes);
      return;
    }
    if ('delayMs' in current) {
      await wait(Math.max(0, receivedMs + current.delayMs - performance.now()));
      to.write(bytes);
      return;
    }
    for (const [index] of bytes.entries()) {
      if (to.destroyed) return;
      to.write(bytes.subarray(index, index + 1));
      // When the quality changes, the rest follows as a whole.
      if (quality() !== current) {
        await forward(bytes.subarray(index + 1), receivedMs);
        return;
      }
      await wait(current.byteEveryMs);
    }
  }
}
