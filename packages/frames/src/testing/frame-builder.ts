import type { FrameContent } from '../frame-encoder.ts';
import { crc32c } from '../crc32c.ts';

/** Content of a frame, with defaults. */
export const aFrame = (parts: Partial<FrameContent> = {}): FrameContent => ({
  streamId: 1,
  sequence: 0,
  deviceTimeUs: 1_763_692_613_000_000,
  channels: [aWave(8)],
  ...parts,
});

/** A deterministic wave of `sampleCount` digital values. */
export const aWave = (sampleCount: number, amplitude = 900, period = 40): Int16Array =>
  Int16Array.from({ length: sampleCount }, (_, index) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * index) / period)),
  );

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The frame with bytes replaced at an offset and its CRC updated. */
export function patchFrame(
  frame: Uint8Array,
  offset: number,
  bytes: readonly number[],
): Uint8Array<ArrayBuffer> {
  const patched = Uint8Array.from(frame);
  patched.set(bytes, offset);
  const crcOffset = patched.length - 4;
  new DataView(patched.buffer).setUint32(crcOffset, crc32c(patched, 4, crcOffset), true);
  return patched;
}
