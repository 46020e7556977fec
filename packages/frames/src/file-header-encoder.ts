import { crc32c } from './crc32c.ts';
import {
  FILE_CRC_BYTES,
  FILE_FIXED_BYTES,
  FILE_MAGIC,
  FILE_STREAM_FIXED_BYTES,
  FILE_VERSION,
  type FileHeader,
  MAX_FILE_HEADER_BYTES,
  MAX_TEXT_BYTES,
  isUsableStream,
} from './file-header.ts';

/**
 * Encodes the header of a recording file.
 * @throws RangeError for texts over 255 bytes, unusable streams, repeated ids, and headers over 64
 *   KiB
 */
export function encodeFileHeader(header: FileHeader): Uint8Array<ArrayBuffer> {
  const texts = [header.deviceSerial, header.deviceTypeCode, header.firmware, header.timeZone].map(
    textBytes,
  );
  const streams = header.streams.map((stream) => ({
    stream,
    texts: [stream.kind, stream.unit].map(textBytes),
  }));
  checkStreams(header);
  const length =
    FILE_FIXED_BYTES +
    sum(texts) +
    streams.reduce((total, each) => total + FILE_STREAM_FIXED_BYTES + sum(each.texts), 0) +
    FILE_CRC_BYTES;
  if (length > MAX_FILE_HEADER_BYTES)
    throw new RangeError(`header of ${length} bytes is over ${MAX_FILE_HEADER_BYTES}`);

  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(FILE_MAGIC);
  view.setUint16(8, FILE_VERSION, true);
  view.setUint16(10, streams.length, true);
  view.setUint32(12, length, true);
  let at = FILE_FIXED_BYTES;
  const writeTexts = (parts: readonly Uint8Array[]): void => {
    for (const part of parts) {
      bytes[at] = part.length;
      bytes.set(part, at + 1);
      at += 1 + part.length;
    }
  };
  writeTexts(texts);
  for (const { stream, texts: own } of streams) {
    view.setUint16(at, stream.id, true);
    view.setUint16(at + 2, stream.channelCount, true);
    view.setFloat64(at + 4, stream.sampleRateHz, true);
    view.setFloat64(at + 12, stream.scale, true);
    view.setFloat64(at + 20, stream.offset, true);
    at += FILE_STREAM_FIXED_BYTES;
    writeTexts(own);
  }
  view.setUint32(at, crc32c(bytes, 0, at), true);
  return bytes;
}

/** Total bytes of texts, each with its length byte. */
const sum = (texts: readonly Uint8Array[]): number =>
  texts.reduce((total, text) => total + 1 + text.length, 0);

function textBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_TEXT_BYTES)
    throw new RangeError(`text of ${bytes.length} bytes is over ${MAX_TEXT_BYTES}`);
  return bytes;
}

function checkStreams({ streams }: FileHeader): void {
  const inRange = (value: number): boolean =>
    Number.isInteger(value) && value >= 0 && value <= 0xffff;
  for (const stream of streams) {
    if (!inRange(stream.id) || !inRange(stream.channelCount) || !isUsableStream(stream))
      throw new RangeError(`stream ${stream.id} has a field out of range`);
  }
  if (new Set(streams.map((stream) => stream.id)).size !== streams.length)
    throw new RangeError('two streams share an id');
}
