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
