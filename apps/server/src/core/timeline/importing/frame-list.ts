import { SLOT_US } from '../timeline-frame.ts';

type Listed = { readonly deviceTimeUs: number; readonly sequence: number };

/**
 * Bytes per frame: device time since the start of the slot in µs, and sequence, as 32-bit integers.
 */
const ENTRY_BYTES = 8;

/** Encodes the identities of a slot's frames. Lists can be concatenated. */
export function encodeFrameList(slot: number, frames: readonly Listed[]): Buffer {
  const bytes = Buffer.alloc(frames.length * ENTRY_BYTES);
  frames.forEach((frame, index) => {
    bytes.writeUInt32LE(frame.deviceTimeUs - slot * SLOT_US, index * ENTRY_BYTES);
    bytes.writeUInt32LE(frame.sequence >>> 0, index * ENTRY_BYTES + 4);
  });
  return bytes;
}

export function decodeFrameList(slot: number, bytes: Buffer): Listed[] {
  return Array.from({ length: Math.floor(bytes.length / ENTRY_BYTES) }, (_, index) => ({
    deviceTimeUs: slot * SLOT_US + bytes.readUInt32LE(index * ENTRY_BYTES),
    sequence: bytes.readUInt32LE(index * ENTRY_BYTES + 4),
  }));
}
