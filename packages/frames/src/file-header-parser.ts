import { crc32c } from './crc32c.ts';
import {
  FILE_CRC_BYTES,
  FILE_FIXED_BYTES,
  FILE_MAGIC,
  FILE_STREAM_FIXED_BYTES,
  FILE_VERSION,
  type FileHeader,
  type FileStream,
  MAX_FILE_HEADER_BYTES,
  isUsableStream,
} from './file-header.ts';

type FileHeaderProblemCode =
  | 'badMagic'
  | 'badVersion'
  | 'badLength'
  | 'overLimit'
  | 'badCrc'
  | 'badText'
  | 'badStream'
  | 'truncated';

/** Why the header is unusable, in English for logs, and the byte offset of the problem. */
export type FileHeaderProblem = {
  readonly code: FileHeaderProblemCode;
  readonly byteOffset: number;
  readonly message: string;
};

/** `framesOffset`: offset of the first frame. */
type FileHeaderResult =
  | { readonly kind: 'header'; readonly header: FileHeader; readonly framesOffset: number }
  | { readonly kind: 'refused'; readonly problem: FileHeaderProblem };

/**
 * Parses the header at the start of a recording file, ignoring the bytes after it. Never throws on
 * input.
 */
export function parseFileHeader(bytes: Uint8Array): FileHeaderResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wrongMagic = FILE_MAGIC.findIndex(
    (byte, index) => index < bytes.length && bytes[index] !== byte,
  );
  if (wrongMagic >= 0)
    return refused('badMagic', wrongMagic, 'the file does not begin as a recording file does');
  if (bytes.length < FILE_FIXED_BYTES)
    return refused('truncated', bytes.length, `the file ends after ${bytes.length} bytes`);
  const version = view.getUint16(8, true);
  if (version !== FILE_VERSION)
    return refused('badVersion', 8, `version ${version} is not ${FILE_VERSION}`);
  const headerBytes = view.getUint32(12, true);
  if (headerBytes > MAX_FILE_HEADER_BYTES)
    return refused(
      'overLimit',
      12,
      `header of ${headerBytes} bytes is over ${MAX_FILE_HEADER_BYTES}`,
    );
  if (headerBytes < FILE_FIXED_BYTES + FILE_CRC_BYTES)
    return refused('badLength', 12, `header length ${headerBytes} is too small`);
  if (headerBytes > bytes.length)
    return refused(
      'truncated',
      bytes.length,
      `the header has ${headerBytes} bytes, the file ${bytes.length}`,
    );
  const crcOffset = headerBytes - FILE_CRC_BYTES;
  if (crc32c(bytes, 0, crcOffset) !== view.getUint32(crcOffset, true))
    return refused('badCrc', crcOffset, 'the header is damaged: its CRC does not fit');
  const body = parseBody(
    { bytes, view, at: FILE_FIXED_BYTES, end: crcOffset },
    view.getUint16(10, true),
  );
  return 'code' in body
    ? { kind: 'refused', problem: body }
    : { kind: 'header', header: body, framesOffset: headerBytes };
}

const problem = (
  code: FileHeaderProblemCode,
  byteOffset: number,
  message: string,
): FileHeaderProblem => ({ code, byteOffset, message });
const refused = (...parts: Parameters<typeof problem>): FileHeaderResult => ({
  kind: 'refused',
  problem: problem(...parts),
});

type Cursor = {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
  readonly end: number;
};

function parseBody(cursor: Cursor, streamCount: number): FileHeader | FileHeaderProblem {
  const texts: string[] = [];
  for (let index = 0; index < 4; index++) {
    const text = readText(cursor);
    if (typeof text !== 'string') return text;
    texts.push(text);
  }
  const streams: FileStream[] = [];
  for (let index = 0; index < streamCount; index++) {
    const begin = cursor.at;
    const stream = readStream(cursor);
    if ('code' in stream) return stream;
    if (!isUsableStream(stream) || streams.some((other) => other.id === stream.id)) {
      return problem(
        'badStream',
        begin,
        `stream ${stream.id} has a field out of range or is there twice`,
      );
    }
    streams.push(stream);
  }
  if (cursor.at !== cursor.end)
    return problem('badLength', cursor.at, 'the header is longer than its fields');
  const [deviceSerial = '', deviceTypeCode = '', firmware = '', timeZone = ''] = texts;
  return { deviceSerial, deviceTypeCode, firmware, timeZone, streams };
}

function readStream(cursor: Cursor): FileStream | FileHeaderProblem {
  const { view, at } = cursor;
  if (at + FILE_STREAM_FIXED_BYTES > cursor.end)
    return problem('badLength', at, 'a stream runs over the end of the header');
  cursor.at += FILE_STREAM_FIXED_BYTES;
  const kind = readText(cursor);
  if (typeof kind !== 'string') return kind;
  const unit = readText(cursor);
  if (typeof unit !== 'string') return unit;
  return {
    id: view.getUint16(at, true),
    kind,
    channelCount: view.getUint16(at + 2, true),
    unit,
    sampleRateHz: view.getFloat64(at + 4, true),
    scale: view.getFloat64(at + 12, true),
    offset: view.getFloat64(at + 20, true),
  };
}

function readText(cursor: Cursor): string | FileHeaderProblem {
  const begin = cursor.at + 1;
  const end = begin + (cursor.bytes[cursor.at] ?? 0);
  if (end > cursor.end)
    return problem('badLength', cursor.at, 'a text runs over the end of the header');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      cursor.bytes.subarray(begin, end),
    );
    cursor.at = end;
    return text;
  } catch {
    return problem('badText', begin, 'a text is not UTF-8');
  }
}
