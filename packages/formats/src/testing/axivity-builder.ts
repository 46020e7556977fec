/** One block of a synthetic .cwa file. */
export type AxivityBlockFields = {
  readonly samples: readonly (readonly number[])[];
  /** Seconds after 2024-03-02 22:30:00. */
  readonly seconds: number;
  readonly temperature?: number;
  /** Writes 10-bit samples with an exponent, as older settings do. */
  readonly isPacked?: boolean;
};

/** Builds a .cwa file of 100 Hz (range 8 g) with valid checksums. */
export function buildAxivity(blocks: readonly AxivityBlockFields[]): Uint8Array {
  const file = new Uint8Array(1_024 + 512 * blocks.length);
  file.set([0x4d, 0x44, 0xfc, 0x03]);
  for (const [index, block] of blocks.entries()) file.set(blockBytes(block), 1_024 + 512 * index);
  return file;
}

function blockBytes({
  samples,
  seconds,
  temperature = 258,
  isPacked = false,
}: AxivityBlockFields): Uint8Array {
  const bytes = new Uint8Array(512);
  const view = new DataView(bytes.buffer);
  const axes = samples[0]?.length ?? 3;
  bytes.set([0x41, 0x58, 0xfc, 0x01]);
  const whole = Math.floor(seconds);
  view.setUint16(4, 0x8000 | Math.round(((seconds - whole) * 65_536) / 2), true);
  view.setUint32(
    14,
    ((24 << 26) |
      (3 << 22) |
      (2 << 17) |
      (22 << 12) |
      ((30 + Math.floor(whole / 60)) << 6) |
      (whole % 60)) >>>
      0,
    true,
  );
  view.setUint16(18, axes === 6 ? (3 << 13) | (2 << 10) | 300 : 300, true);
  view.setUint16(20, temperature, true);
  view.setUint8(24, 0x4a);
  view.setUint8(25, (axes << 4) | (isPacked ? 0 : 2));
  view.setInt16(26, -Math.floor((seconds - whole) * 100), true);
  view.setUint16(28, samples.length, true);
  for (const [index, sample] of samples.entries()) {
    if (isPacked) view.setUint32(30 + 4 * index, packed(sample), true);
    else
      for (const [axis, value] of sample.entries())
        view.setInt16(30 + 2 * (index * axes + axis), value, true);
  }
  let sum = 0;
  for (let word = 0; word < 510; word += 2) sum = (sum + view.getUint16(word, true)) & 0xffff;
  view.setUint16(510, -sum & 0xffff, true);
  return bytes;
}

/** Uses the smallest exponent with which all three values fit into ten bits. */
function packed([x = 0, y = 0, z = 0]: readonly number[]): number {
  const exponent =
    [0, 1, 2, 3].find((each) => [x, y, z].every((value) => Math.abs(value >> each) < 512)) ?? 3;
  return (
    (((x >> exponent) & 0x3ff) |
      (((y >> exponent) & 0x3ff) << 10) |
      (((z >> exponent) & 0x3ff) << 20) |
      (exponent << 30)) >>>
    0
  );
}
