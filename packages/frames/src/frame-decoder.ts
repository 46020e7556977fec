import { unpackDeltas } from './delta-packing.ts';
import { FRAME_CRC_BYTES, FRAME_HEADER_BYTES } from './frame-layout.ts';
import type { FrameView } from './frame-scanner.ts';

/**
 * Decodes the samples of a frame that `scanFrames` found. The twin in TypeScript of the WebAssembly
 * decoder: slower, and what the latter is tested against.
 *
 * @returns a fresh array of digital values, channel-major: sample `i` of channel `c` is at
 * `c × sampleCount + i`.
 */
export function decodeFrame(frame: FrameView): Int16Array {
  const payload = frame.bytes.subarray(FRAME_HEADER_BYTES, frame.bytes.length - FRAME_CRC_BYTES);
  switch (frame.encoding) {
    case 'plain':
      return decodePlain(payload);
    case 'delta':
      return unpackDeltas(payload, frame.sampleCount, frame.channelCount);
  }
}

/**
 * The copy begins at an even address, and every engine that runs this is little-endian, as the
 * frame is.
 */
const decodePlain = (payload: Uint8Array): Int16Array =>
  new Int16Array(new Uint8Array(payload).buffer);
