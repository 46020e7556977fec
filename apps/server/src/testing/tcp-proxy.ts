import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /**
   * `cut`: every connection breaks and new ones are refused. `hole`: nothing passes and nothing
   * breaks.
   */
  readonly set: (way: 'open' | 'cut' | 'hole') => void;
  readonly close: () => Promise<void>;
};

/**
 * A network link that a test can cut, in front of a real server on loopback or on a Unix socket.
 */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<TcpProxy> {
  const state: { way: 'open' | 'cut' | 'hole' } = { way: 'open' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (state.way === 'cut') {
      socket.destroy();
      return;
    }
    const onward = connect(target);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => {
        if (state.way === 'open') other.write(bytes);
      });
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    // A TCP server's address is an object once it listens.
    port: (server.address() as AddressInfo).port,
    set(way) {
      state.way = way;
      if (way === 'cut') for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
