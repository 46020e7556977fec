/** Layout of the samples of one WFDB signal format (signal(5) of the WFDB Applications Guide). */
export type WfdbSampleFormat = {
  /** Number of whole samples in `bytes`. */
  readonly sampleCount: (bytes: number) => number;
  readonly read: (bytes: Uint8Array, index: number) => number;
  /** The sample value for "not measured". */
  readonly notMeasured: number;
  readonly wide: boolean;
  /**
   * Whether the values are differences from the previous sample, starting at the signal's initial
   * value (format 8).
   */
  readonly isDifference?: true;
};

/**
 * Supported formats: 8, 80, 16, 61, 24, 32, 160, 212, 310 and 311. FLAC (508, 516, 524) is not
 * supported.
 */
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
    at(bytes, 4 * index) |
    (at(bytes, 4 * index + 1) << 8) |
    (at(bytes, 4 * index + 2) << 16) |
    (at(bytes, 4 * index + 3) << 24),
  notMeasured: -2_147_483_648,
  wide: true,
};

/**
 * Two 12-bit samples in three bytes: low byte, both high nibbles (the first sample's is the lower
 * one), low byte.
 */
const format212: WfdbSampleFormat = {
  sampleCount: (bytes) => Math.floor(bytes / 3) * 2 + (bytes % 3 === 2 ? 1 : 0),
  read: (bytes, index) => {
    const pair = (index >> 1) * 3;
    const value =
      index & 1
        ? at(bytes, pair + 2) | ((at(bytes, pair + 1) & 0xf0) << 4)
        : at(bytes, pair) | ((at(bytes, pair + 1) & 0x0f) << 8);
    return (value << 20) >> 20;
  },
  notMeasured: -2_048,
  wide: false,
};

/** One-byte differences without a value for "not measured". */
const format8: WfdbSampleFormat = {
  sampleCount: (bytes) => bytes,
  read: (bytes, index) => (at(bytes, index) << 24) >> 24,
  notMeasured: Number.NaN,
  wide: true,
  isDifference: true,
};

const format24: WfdbSampleFormat = {
  sampleCount: (bytes) => Math.floor(bytes / 3),
  read: (bytes, index) =>
    ((at(bytes, 3 * index) | (at(bytes, 3 * index + 1) << 8) | (at(bytes, 3 * index + 2) << 16)) <<
      8) >>
    8,
  notMeasured: -8_388_608,
  wide: true,
};

/** 16-bit offset binary: 32,768 is zero. */
const format160: WfdbSampleFormat = {
  ...format16,
  read: (bytes, index) => (at(bytes, 2 * index) | (at(bytes, 2 * index + 1) << 8)) - 32_768,
};

const tenBits = (value: number): number => (value << 22) >> 22;

/**
 * Three 10-bit samples in two 16-bit words: two in the middle of the words, the third split between
 * their highest five bits (low part in the first word).
 */
const format310: WfdbSampleFormat = {
  sampleCount: (bytes) => Math.floor(bytes / 4) * 3 + (bytes % 4 >= 2 ? 1 : 0),
  read: (bytes, index) => {
    const begin = Math.floor(index / 3) * 4;
    const first = at(bytes, begin) | (at(bytes, begin + 1) << 8);
    const second = at(bytes, begin + 2) | (at(bytes, begin + 3) << 8);
    if (index % 3 === 2) return tenBits((first >> 11) | ((second >> 11) << 5));
    return tenBits((index % 3 === 0 ? first : second) >> 1);
  },
  notMeasured: -512,
  wide: false,
};

/** Three 10-bit samples in ascending order in the low 30 bits of a 32-bit word. */
const format311: WfdbSampleFormat = {
  sampleCount: (bytes) => Math.floor(bytes / 4) * 3 + ([0, 0, 1, 2][bytes % 4] ?? 0),
  read: (bytes, index) => {
    const begin = Math.floor(index / 3) * 4;
    const word =
      at(bytes, begin) |
      (at(bytes, begin + 1) << 8) |
      (at(bytes, begin + 2) << 16) |
      (at(bytes, begin + 3) << 24);
    return tenBits(word >> (10 * (index % 3)));
  },
  notMeasured: -512,
  wide: false,
};

const FORMATS: ReadonlyMap<number, WfdbSampleFormat> = new Map([
  [8, format8],
  [80, format80],
  [16, format16],
  [61, format61],
  [24, format24],
  [32, format32],
  [160, format160],
  [212, format212],
  [310, format310],
  [311, format311],
]);
