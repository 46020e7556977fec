/** How the samples of one WFDB signal format lie in a file (signal(5) of the WFDB Applications Guide). */
export type WfdbSampleFormat = {
  /** Whole samples that `bytes` hold. */
  readonly sampleCount: (bytes: number) => number;
  readonly read: (bytes: Uint8Array, index: number) => number;
  /** The sample value that means "not measured". */
  readonly notMeasured: number;
  readonly wide: boolean;
};

/** The formats this reader knows: 80, 16, 61, 32 and 212. */
export function wfdbSampleFormat(format: number): WfdbSampleFormat | undefined {
  return FORMATS.get(format);
}

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/** Offset binary: 128 is zero. */
const format80: WfdbSampleFormat = {
  sampleCount: (bytes) => bytes,
  read: (bytes, index) => at(bytes, index) - 128,
  notMeasured: -128,
  wide: false,
};

const format16: WfdbSampleFormat = {
  sampleCount: (bytes) => bytes >> 1,
  read: (bytes, index) => ((at(bytes, 2 * index) | (at(bytes, 2 * index + 1) << 8)) << 16) >> 16,
  notMeasured: -32_768,
  wide: false,
};

/** Format 16 with the high byte first. */
const format61: WfdbSampleFormat = {
  ...format16,
  read: (bytes, index) => ((at(bytes, 2 * index + 1) | (at(bytes, 2 * index) << 8)) << 16) >> 16,
};

const format32: WfdbSampleFormat = {
  sampleCount: (bytes) => bytes >> 2,
  read: (bytes, index) =>
    at(bytes, 4 * index) | (at(bytes, 4 * index + 1) << 8) | (at(bytes, 4 * index + 2) << 16) | (at(bytes, 4 * index + 3) << 24),
  notMeasured: -2_147_483_648,
  wide: true,
};

/** Two 12-bit samples in three bytes: low byte, the two high nibbles (the first sample's is the low one), low byte. */
const format212: WfdbSampleFormat = {
  sampleCount: (bytes) => Math.floor(bytes / 3) * 2 + (bytes % 3 === 2 ? 1 : 0),
  read: (bytes, index) => {
    const pair = (index >> 1) * 3;
    const value = index & 1 ? at(bytes, pair + 2) | ((at(bytes, pair + 1) & 0xf0) << 4) : at(bytes, pair) | ((at(bytes, pair + 1) & 0x0f) << 8);
    return (value << 20) >> 20;
  },
  notMeasured: -2_048,
  wide: false,
};

const FORMATS: ReadonlyMap<number, WfdbSampleFormat> = new Map([
  [80, format80],
  [16, format16],
  [61, format61],
  [32, format32],
  [212, format212],
]);
