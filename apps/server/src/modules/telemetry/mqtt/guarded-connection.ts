import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createPacketGuard } from './packet-guard.ts';

/** Bytes of one device that are read ahead of the broker. */
const READ_AHEAD_BYTES = 256 * 1024;

export type GuardOptions = {
  readonly maxPacketBytes: number;
  readonly onTooLong: () => void;
  /**
   * May take whole packets out of the stream, in order: what came before them has been read.
   * @returns whether it did.
   */
  readonly takes: (packets: Buffer) => boolean;
};

/**
 * A device's socket that ends when a packet over the limit begins. Passes bytes on without copying
 * them.
 */
export function guardConnection(
  socket: Socket,
  { maxPacketBytes, onTooLong, takes }: GuardOptions,
): Duplex {
  const guard = createPacketGuard(maxPacketBytes);
  const connection = new Duplex({
    readableHighWaterMark: READ_AHEAD_BYTES,
    read: () => {
      socket.resume();
    },
    write: (chunk: Uint8Array, _encoding, done) => {
      if (socket.write(chunk)) done();
      else socket.once('drain', () => done());
    },
    final: (done) => {
      socket.end(() => done());
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (connection.destroyed) return;
    const begins = guard.isBetweenPackets() && connection.readableLength === 0;
    if (!guard.admits(chunk)) {
      onTooLong();
      connection.destroy();
      return;
    }
    if (begins && guard.isBetweenPackets() && takes(chunk)) return;
    if (!connection.push(chunk)) socket.pause();
  });
  socket.on('end', () => {
    if (!connection.destroyed) connection.push(null);
  });
  // A socket that breaks is a device that left: the broker sees the end and sends the last will.
  socket.on('error', () => {
    connection.destroy();
  });
  socket.on('close', () => {
    connection.destroy();
  });
  return connection;
}
