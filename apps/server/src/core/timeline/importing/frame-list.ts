import { SLOT_US } from '../timeline-frame.ts';

type Listed = { readonly deviceTimeUs: number; readonly sequence: number };

/**
 * Bytes of a frame in a list: device time behind the slot's beginning in µs and sequence, each as
 * unsigned 32 bits.
 */
const ENTRY_BYTES = 8;

/** Which frames of a slot, as bytes. Two lists one behind the other are one list. */
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
