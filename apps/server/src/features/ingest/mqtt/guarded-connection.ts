import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createPacketGuard } from './packet-guard.ts';

/** Bytes of one device that are read ahead of the broker. */
const READ_AHEAD_BYTES = 256 * 1024;

/** A device's socket that ends when a packet over the limit begins. Passes bytes on without copying them. */
export function guardConnection(socket: Socket, maxPacketBytes: number, onTooLong: () => void): Duplex {
  const guard = createPacketGuard(maxPacketBytes);
  const connection = new Duplex({
    readableHighWaterMark: READ_AHEAD_BYTES,
    read: () => { socket.resume(); },
    write: (chunk: Uint8Array, _encoding, done) => { if (socket.write(chunk)) done(); else socket.once('drain', () => done()); },
    final: (done) => { socket.end(() => done()); },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk: Buffer) => {
    if (connection.destroyed) return;
    if (!guard.admits(chunk)) {
      onTooLong();
      connection.destroy();
    } else if (!connection.push(chunk)) socket.pause();
  });
  socket.on('end', () => { if (!connection.destroyed) connection.push(null); });
  // A socket that breaks is a device that left: the broker sees the end and sends the last will.
  socket.on('error', () => { connection.destroy(); });
  socket.on('close', () => { connection.destroy(); });
  return connection;
}
