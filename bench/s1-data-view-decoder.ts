/**
 * A straightforward implementation: a DataView, a CRC byte by byte, a loop over samples. The
 * baseline of figure S1. Samples are valid until the next frame, as in ours, so that neither has
 * extra memory costs.
 */
export function decodeWithDataView(
  bytes: Uint8Array,
  onFrame: (samples: Int16Array) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(32_768);
  for (let at = 0; at + 32 <= bytes.length;) {
    const payloadBytes = view.getUint32(at + 24, true);
    const sampleCount = view.getUint16(at + 20, true);
    const channelCount = view.getUint16(at + 22, true);
    const crcAt = at + 28 + payloadBytes;
    const plausible =
      view.getUint32(at, true) === 0xa5f04d59 &&
      view.getUint8(at + 4) === 1 &&
      payloadBytes <= 65_536 &&
      crcAt + 4 <= bytes.length;
    if (!plausible || bytewiseCrc(view, at + 4, crcAt) !== view.getUint32(crcAt, true)) {
      at++;
      continue;
    }
    const count = sampleCount * channelCount;
    if (view.getUint8(at + 5) === 0) readPlain(view, at + 28, samples, count);
    else readPacked(view, at + 28, samples, sampleCount, channelCount);
    onFrame(samples.subarray(0, count));
    at = crcAt + 4;
  }
}

function readPlain(view: DataView, at: number, samples: Int16Array, count: number): void {
  for (let index = 0; index < count; index++) samples[index] = view.getInt16(at + 2 * index, true);
}

function readPacked(
  view: DataView,
  begin: number,
  samples: Int16Array,
  sampleCount: number,
  channelCount: number,
): void {
  let at = begin;
  let written = 0;
  for (let channel = 0; channel < channelCount; channel++) {
    let value = view.getInt16(at, true);
    samples[written++] = value;
    at += 2;
    for (let left = sampleCount - 1; left > 0; left -= 32) {
      const width = view.getUint8(at++);
      const count = Math.min(left, 32);
      for (let index = 0; index < count; index++) {
        let code = 0;
        for (let bit = 0; bit < width; bit++) {
          const place = index * width + bit;
          code |= ((view.getUint8(at + (place >> 3)) >> (place & 7)) & 1) << bit;
        }
        value += (code >>> 1) ^ -(code & 1);
        samples[written++] = value;
      }
      at += (count * width + 7) >> 3;
    }
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function bytewiseCrc(view: DataView, begin: number, end: number): number {
  let crc = -1;
  for (let at = begin; at < end; at++)
    crc = (TABLE[(crc ^ view.getUint8(at)) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
