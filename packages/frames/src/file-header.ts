/**
 * The header of a recording file (.ymr); frames follow it to the end of the file
 * (docs/frame-format.md).
 */
export type FileHeader = {
  readonly deviceSerial: string;
  /** Code of the device type, for instance `respi-axl`. */
  readonly deviceTypeCode: string;
  readonly firmware: string;
  /** IANA name of the zone in which the device stands, for instance `Asia/Tokyo`. */
  readonly timeZone: string;
  readonly streams: readonly FileStream[];
};

/** One stream: physical = digital × scale + offset, in `unit`. */
export type FileStream = {
  /** 0 to 65,535, once a file. */
  readonly id: number;
  /** What is measured, for instance `ecg`. */
  readonly kind: string;
  /** 1 to 65,535. */
  readonly channelCount: number;
  readonly unit: string;
  /** 0 for events, which have no rate. */
  readonly sampleRateHz: number;
  readonly scale: number;
  readonly offset: number;
};

/**
 * The file's first eight bytes: a byte that is no text, YMR, and line ends that a text transfer
 * would change.
 */
export const FILE_MAGIC = [0x89, 0x59, 0x4d, 0x52, 0x0d, 0x0a, 0x1a, 0x0a] as const;
export const FILE_VERSION = 1;
/** Longest header a reader takes. */
export const MAX_FILE_HEADER_BYTES = 65_536;
export const MAX_TEXT_BYTES = 255;

/** Magic, version, stream count, header length; texts and streams follow. */
export const FILE_FIXED_BYTES = 16;
/** A stream without its two texts: id, channel count, rate, scale, offset. */
export const FILE_STREAM_FIXED_BYTES = 28;
export const FILE_CRC_BYTES = 4;

/**
 * Whether rate, scale and offset can be used: all finite, the rate not below 0, the scale not 0.
 */
export const isUsableStream = (stream: FileStream): boolean =>
  stream.channelCount >= 1 &&
  Number.isFinite(stream.sampleRateHz) &&
  stream.sampleRateHz >= 0 &&
  Number.isFinite(stream.scale) &&
  stream.scale !== 0 &&
  Number.isFinite(stream.offset);
