import { FRAME_MESSAGE_HEADER_BYTES } from '@yamori/domain';

/** Whole frames of one device, for its watchers. */
export type FrameBatch = {
  /** Borrowed until the receiving call returns. */
  readonly bytes: Uint8Array;
  /**
   * The WebSocket message with the frames for this slot, ready to send. Encoded once for all
   * viewers that use the same slot; owns its memory and never changes.
   */
  readonly messageFor: (slot: number) => Buffer;
};

export function createFrameBatch(bytes: Uint8Array): FrameBatch {
  // Most viewers of a device open the same board in the same order, so most batches need one slot.
  let first: { readonly slot: number; readonly message: Buffer } | null = null;
  let others: Map<number, Buffer> | null = null;
  return {
    bytes,
    messageFor(slot) {
      if (first?.slot === slot) return first.message;
      const known = others?.get(slot);
      if (known !== undefined) return known;
      const message = encodeMessage(slot, bytes);
      if (first === null) first = { slot, message };
      else (others ??= new Map<number, Buffer>()).set(slot, message);
      return message;
    },
  };
}

const FINAL_BINARY = 0x82;

/**
 * Encodes an unfragmented, unmasked binary message (RFC 6455, section 5.2).
 * contract/live-messages.ts defines the payload.
 */
function encodeMessage(slot: number, bytes: Uint8Array): Buffer {
  const payloadBytes = FRAME_MESSAGE_HEADER_BYTES + bytes.length;
  const headBytes = payloadBytes < 126 ? 2 : payloadBytes < 65_536 ? 4 : 10;
  const message = Buffer.allocUnsafe(headBytes + payloadBytes);
  message[0] = FINAL_BINARY;
  switch (headBytes) {
    case 2:
      message[1] = payloadBytes;
      break;
    case 4:
      message[1] = 126;
      message.writeUInt16BE(payloadBytes, 2);
      break;
    case 10:
      message[1] = 127;
      message.writeBigUInt64BE(BigInt(payloadBytes), 2);
  }
  message.writeUInt32LE(slot, headBytes);
  message.set(bytes, headBytes + FRAME_MESSAGE_HEADER_BYTES);
  return message;
}
