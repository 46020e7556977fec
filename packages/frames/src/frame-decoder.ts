import { unpackDeltas } from './delta-packing.ts';
import { FRAME_CRC_BYTES, FRAME_HEADER_BYTES } from './frame-layout.ts';
import type { FrameView } from './frame-scanner.ts';

/**
 * Decodes the samples of a frame from `scanFrames`. The TypeScript counterpart of the WebAssembly
 * decoder: slower, and the reference in its tests.
 * @returns a new array of digital values, channel-major: sample `i` of channel `c` is at `c ×
 *   sampleCount + i`
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

/** The copy is aligned, and all engines that run this are little-endian like the frame. */
const decodePlain = (payload: Uint8Array): Int16Array =>
  new Int16Array(new Uint8Array(payload).buffer);
