/**
 * Header of a recording file (.ymr). Frames follow it to the end of the file
 * (docs/formats/frames.md).
 */
export type FileHeader = {
  readonly deviceSerial: string;
  /** Code of the device type, such as `respi-axl`. */
  readonly deviceTypeCode: string;
  readonly firmware: string;
  /** IANA time zone of the device, such as `Asia/Tokyo`. */
  readonly timeZone: string;
  readonly streams: readonly FileStream[];
};

/** A stream. Physical value = digital × scale + offset, in `unit`. */
export type FileStream = {
  /** 0 to 65,535; unique in the file. */
  readonly id: number;
  /** Kind of signal, such as `ecg`. */
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
 * First eight bytes of the file: a non-text byte, YMR, and line endings that a text transfer would
 * change.
 */
export const FILE_MAGIC = [0x89, 0x59, 0x4d, 0x52, 0x0d, 0x0a, 0x1a, 0x0a] as const;
export const FILE_VERSION = 1;
/** Maximum header that parsers accept. */
export const MAX_FILE_HEADER_BYTES = 65_536;
export const MAX_TEXT_BYTES = 255;

/** Magic, version, stream count and header length; texts and streams follow. */
export const FILE_FIXED_BYTES = 16;
/** A stream without its texts: id, channel count, rate, scale, offset. */
export const FILE_STREAM_FIXED_BYTES = 28;
export const FILE_CRC_BYTES = 4;

/** Whether a stream is usable: rate, scale and offset finite, rate not negative, scale not 0. */
export const isUsableStream = (stream: FileStream): boolean =>
  stream.channelCount >= 1 &&
  Number.isFinite(stream.sampleRateHz) &&
  stream.sampleRateHz >= 0 &&
  Number.isFinite(stream.scale) &&
  stream.scale !== 0 &&
  Number.isFinite(stream.offset);
