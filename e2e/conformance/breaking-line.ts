import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy to a server that breaks each of its first connections after a number of bytes to the
 * server.
 */
export type BreakingLine = {
  readonly address: string;
  /** Bytes to the server so far, and the number of breaks. */
  readonly counts: () => { readonly bytes: number; readonly breaks: number };
  readonly close: () => Promise<void>;
};

export type Breaking = {
  readonly afterBytes: number;
  readonly times: number;
  /** Called instead of a break; nothing passes afterwards. */
  readonly onBreak?: () => void;
};

export async function openBreakingLine(
  target: string,
  { afterBytes, times, onBreak }: Breaking,
): Promise<BreakingLine> {
  const state = { bytes: 0, breaks: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect({ host: '127.0.0.1', port: Number(new URL(target).port) });
    const link = { bytes: 0 };
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    onward.on('data', (bytes) => void socket.write(bytes));
    socket.on('data', (bytes) => {
      link.bytes += bytes.length;
      if (link.bytes > afterBytes && state.breaks < times) {
        state.breaks += 1;
        if (onBreak === undefined) socket.destroy();
        else {
          socket.pause();
          onBreak();
        }
        return;
      }
      state.bytes += bytes.length;
      onward.write(bytes);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object once it listens.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    counts: () => ({ ...state }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
