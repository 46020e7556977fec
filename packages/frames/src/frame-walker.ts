import { FIELD_OFFSETS, FRAME_HEADER_BYTES, SYNC_BYTES, frameByteLength } from './frame-layout.ts';

/** The sync word as a little-endian number. */
const SYNC = SYNC_BYTES.reduceRight<number>((word, byte) => word * 256 + byte, 0);

/**
 * Iterates over frames already validated by `scanFrames`, using only their lengths: no checksum, no
 * allocation. For untrusted bytes use `scanFrames`.
 * @param onFrame receives the stream id and the range of the frame: `begin` inclusive, `end`
 *   exclusive
 * @returns the number of bytes in frames; less than `bytes.length` if the rest is cut or not a
 *   frame
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
