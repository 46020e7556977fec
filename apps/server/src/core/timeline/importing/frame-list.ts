import { SLOT_US } from '../timeline-frame.ts';

type Listed = { readonly deviceTimeUs: number; readonly sequence: number };

/**
 * Bytes per frame: device time since the start of the list's slot in µs, and sequence, as 32-bit
 * integers.
 */
export const ENTRY_BYTES = 8;
/** An hour: a row for each slot took 18 times the bytes of its entries. */
const LIST_SLOTS = 360;

/** First slot of the list that has the frames of a slot. Older servers wrote a list per slot. */
export const getListSlot = (slot: number): number => Math.floor(slot / LIST_SLOTS) * LIST_SLOTS;

/** Encodes the identities of frames within an hour from `slot`. Lists can be concatenated. */
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
