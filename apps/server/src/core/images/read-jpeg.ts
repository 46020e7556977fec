import { isDrawable, type PictureFacts } from './picture-facts.ts';

/** Markers of ITU-T T.81, table B.1. */
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const QUANTISATION_TABLES = 0xdb;
const HUFFMAN_TABLES = 0xc4;
const RESTART_INTERVAL = 0xdd;
/** Baseline, extended and progressive: the frame types that browsers draw. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/**
 * JFIF, ICC profile and Adobe colours. Exif, which contains places and cameras, and comments are
 * rejected.
 */
const APPLICATION_SEGMENTS: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};

type Seen = {
  readonly facts: PictureFacts | null;
  readonly hasTables: boolean;
  readonly scans: number;
};

/**
 * Reads the segments from the first to the last byte: tables, one frame with the size, and scans.
 * Does not decode the pixels.
 */
export function readJpeg(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START) return null;
  let seen: Seen = { facts: null, hasTables: false, scans: 0 };
  for (let at = 2; at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === END) return at + 2 === bytes.length && seen.scans > 0 ? seen.facts : null;
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const next =
      end > bytes.length || end < at + 4 ? null : after(seen, marker, bytes.subarray(at + 4, end));
    if (next === null) return null;
    seen = next;
    at = marker === SCAN ? findScanEnd(bytes, end) : end;
  }
  return null;
}

/** State after a segment; null if it is not part of an image or is out of place. */
function after(seen: Seen, marker: number, data: Buffer): Seen | null {
  if (FRAMES.has(marker)) {
    if (seen.facts !== null || data.length < 6 || data.length !== 6 + 3 * (data[5] ?? 0))
      return null;
    const height = data.readUInt16BE(1);
    const width = data.readUInt16BE(3);
    return isDrawable(width, height) && [1, 3, 4].includes(data[5] ?? 0)
      ? { ...seen, facts: { type: 'image/jpeg', width, height } }
      : null;
  }
  if (marker === SCAN)
    return seen.facts !== null && seen.hasTables && data.length === 4 + 2 * (data[0] ?? 0)
      ? { ...seen, scans: seen.scans + 1 }
      : null;
  if (marker === QUANTISATION_TABLES) return { ...seen, hasTables: true };
  if (marker === HUFFMAN_TABLES || marker === RESTART_INTERVAL) return seen;
  const name = APPLICATION_SEGMENTS[marker];
  return name !== undefined && data.toString('latin1', 0, name.length) === name ? seen : null;
}

/**
 * Position of the first marker after coded data, other than stuffed bytes and restarts; the end of
 * the file if there is none or no coded data.
 */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7))
      return at === from ? bytes.length : at;
  }
  return bytes.length;
}
