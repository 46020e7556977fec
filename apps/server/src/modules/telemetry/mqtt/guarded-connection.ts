import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createPacketGuard } from './packet-guard.ts';

/** Bytes of one device that are read ahead of the broker. */
const READ_AHEAD_BYTES = 256 * 1024;

type GuardOptions = {
  readonly maxPacketBytes: number;
  readonly onTooLong: () => void;
  /**
   * May consume whole packets instead of the broker, once all earlier ones were read. Returns
   * whether it did.
   */
  readonly takes: (packets: Buffer) => boolean;
};

/**
 * Wraps a device’s socket; destroys it when a packet exceeds the limit. Passes bytes on without
 * copying.
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
  // A socket error means that the device left: the broker sees the end and sends the last will.
  socket.on('error', () => {
    connection.destroy();
  });
  socket.on('close', () => {
    connection.destroy();
  });
  return connection;
}
