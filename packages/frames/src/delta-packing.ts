/**
 * Delta encoding of a frame's payload, channel by channel. A channel is its first value as int16,
 * then the differences between neighbours in blocks of 32 (the last may be shorter): one byte with
 * the width w in bits (0 to 16), then ceil(count × w / 8) bytes. A difference is taken modulo
 * 65,536, read as int16, zigzag-encoded (0, -1, 1, -2 … become 0, 1, 2, 3 …) and written in w bits,
 * least significant bit first. Unused bits are 0.
 *
 * At most 2 × samples + ceil((samples - 1) / 32) bytes per channel.
 */
const DELTA_BLOCK_SAMPLES = 32;
const MAX_WIDTH_BITS = 16;

/** Packs channels of equal length, each with at least one sample. */
export function packDeltas(channels: readonly Int16Array[]): Uint8Array {
  const sampleCount = channels[0]?.length ?? 0;
  const bound = channels.length * (2 * sampleCount + Math.ceil(sampleCount / DELTA_BLOCK_SAMPLES));
  const bytes = new Uint8Array(bound);
  let at = 0;
  for (const samples of channels) at = packChannel(samples, bytes, at);
  return bytes.subarray(0, at);
}

/**
 * Unpacks a payload that `isWellPacked` has accepted.
 * @returns channel-major samples
 */
export function unpackDeltas(
  payload: Uint8Array,
  sampleCount: number,
  channelCount: number,
): Int16Array {
  const samples = new Int16Array(sampleCount * channelCount);
  let at = 0;
  for (let channel = 0; channel < channelCount; channel++) {
    at = unpackChannel(
      payload,
      at,
      samples.subarray(channel * sampleCount, (channel + 1) * sampleCount),
    );
  }
  return samples;
}

/** Whether the blocks of all channels fill the payload exactly. Reads only the width bytes. */
export function isWellPacked(
  payload: Uint8Array,
  sampleCount: number,
  channelCount: number,
): boolean {
  let at = 0;
  for (let channel = 0; channel < channelCount; channel++) {
    at += 2;
    for (let left = sampleCount - 1; left > 0; left -= DELTA_BLOCK_SAMPLES) {
      const width = payload[at];
      if (width === undefined || width > MAX_WIDTH_BITS) return false;
      at += 1 + packedBytes(Math.min(left, DELTA_BLOCK_SAMPLES), width);
    }
  }
  return at === payload.length;
}

const packedBytes = (count: number, width: number): number => (count * width + 7) >> 3;

function packChannel(samples: Int16Array, bytes: Uint8Array, begin: number): number {
  let before = samples[0] ?? 0;
  bytes[begin] = before & 0xff;
  bytes[begin + 1] = (before >> 8) & 0xff;
  let at = begin + 2;
  const folded = new Uint16Array(DELTA_BLOCK_SAMPLES);
  for (let first = 1; first < samples.length; first += DELTA_BLOCK_SAMPLES) {
    const count = Math.min(DELTA_BLOCK_SAMPLES, samples.length - first);
    let used = 0;
    for (let index = 0; index < count; index++) {
      const value = samples[first + index] ?? 0;
      const difference = ((value - before) << 16) >> 16;
      const code = ((difference << 1) ^ (difference >> 15)) & 0xffff;
      folded[index] = code;
      used |= code;
      before = value;
    }
    at = packBlock(folded.subarray(0, count), 32 - Math.clz32(used), bytes, at);
  }
  return at;
}

function packBlock(folded: Uint16Array, width: number, bytes: Uint8Array, begin: number): number {
  bytes[begin] = width;
  let at = begin + 1;
  let held = 0;
  let heldBits = 0;
  for (const code of folded) {
    held |= code << heldBits;
    heldBits += width;
    for (; heldBits >= 8; heldBits -= 8) {
      bytes[at++] = held & 0xff;
      held >>>= 8;
    }
  }
  if (heldBits > 0) bytes[at++] = held & 0xff;
  return at;
}

function unpackChannel(payload: Uint8Array, begin: number, samples: Int16Array): number {
  let value = (payload[begin] ?? 0) | ((payload[begin + 1] ?? 0) << 8);
  samples[0] = value;
  let at = begin + 2;
  for (let first = 1; first < samples.length; first += DELTA_BLOCK_SAMPLES) {
    const end = Math.min(samples.length, first + DELTA_BLOCK_SAMPLES);
    const width = payload[at++] ?? 0;
    const mask = (1 << width) - 1;
    let held = 0;
    let heldBits = 0;
    for (let index = first; index < end; index++) {
      for (; heldBits < width; heldBits += 8) held |= (payload[at++] ?? 0) << heldBits;
      const code = held & mask;
      held >>>= width;
      heldBits -= width;
      value += (code >>> 1) ^ -(code & 1);
      samples[index] = value;
    }
  }
  return at;
}
