import { FIELD_OFFSETS, FRAME_HEADER_BYTES, SYNC_BYTES, frameByteLength } from './frame-layout.ts';

/** The sync word as one little-endian number. */
const SYNC = SYNC_BYTES.reduceRight<number>((word, byte) => word * 256 + byte, 0);

/**
 * Goes through whole frames that were checked before (`scanFrames`) by their lengths alone: no
 * checksum, nothing allocated. For bytes from outside use `scanFrames`.
 *
 * @param onFrame gets the stream and where the frame lies: `begin` inclusive, `end` exclusive.
 * @returns how many bytes were frames: less than `bytes.length` when the rest is cut or begins with
 * no frame.
 */
export function walkFrames(
  bytes: Uint8Array,
  onFrame: (streamId: number, begin: number, end: number) => void,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (bytes.length - at >= FRAME_HEADER_BYTES && view.getUint32(at, true) === SYNC) {
    const end = at + frameByteLength(view.getUint32(at + FIELD_OFFSETS.payloadBytes, true));
    if (end > bytes.length) break;
    onFrame(view.getUint16(at + FIELD_OFFSETS.streamId, true), at, end);
    at = end;
  }
  return at;
}
