import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Tracks MQTT packet lengths in a stream, to detect an oversized packet before it is buffered (MQTT
 * 3.1.1, section 2.2.3: one byte, then the remaining length in up to four groups of 7 bits).
 */
type PacketGuard = {
  readonly admits: (chunk: Uint8Array) => boolean;
  /** Whether the admitted bytes end at a packet boundary. */
  readonly isBetweenPackets: () => boolean;
};

const MAX_LENGTH_BYTES = 4;

export function createPacketGuard(maxBytes: number): PacketGuard {
  const packet: { place: 'type' | 'length'; lengthBytes: number; length: number; skip: number } = {
    place: 'type',
    lengthBytes: 0,
    length: 0,
    skip: 0,
  };

  /** Consumes one byte of a fixed header; returns false if the packet is too long. */
  function takeHeadByte(byte: number): boolean {
    if (packet.place === 'type') {
      Object.assign(packet, { place: 'length', lengthBytes: 0, length: 0 });
      return true;
    }
    packet.length += (byte & 127) * 128 ** packet.lengthBytes;
    packet.lengthBytes += 1;
    if (packet.length > maxBytes || packet.lengthBytes > MAX_LENGTH_BYTES) return false;
    if (byte < 128) Object.assign(packet, { place: 'type', skip: packet.length });
    return true;
  }

  return {
    admits(chunk) {
      for (let at = 0; at < chunk.length;) {
        const skipped = Math.min(packet.skip, chunk.length - at);
        packet.skip -= skipped;
        at += skipped;
        if (at < chunk.length && !takeHeadByte(chunk[at++] ?? 0)) return false;
      }
      return true;
    },
    isBetweenPackets: () => packet.place === 'type' && packet.skip === 0,
  };
}

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
export function limitConnection(
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
