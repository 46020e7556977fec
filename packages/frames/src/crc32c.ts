/** Castagnoli polynomial 0x1EDC6F41, bits reversed. */
const REVERSED_POLYNOMIAL = 0x82f63b78;
const SLICES = 8;

/**
 * CRC-32C as in RFC 3720 (iSCSI): polynomial 0x1EDC6F41, reflected, initial and final value all
 * ones. Slicing-by-8: eight table look-ups per eight bytes (Kounavis and Berry, "Novel Table
 * Lookup-Based Algorithms for High-Performance CRC Generation", 2008).
 * @param begin first byte, inclusive
 * @param end last byte, exclusive
 * @returns an unsigned 32-bit number; 0xE3069283 for the ASCII text "123456789"
 */
export function crc32c(bytes: Uint8Array, begin = 0, end: number = bytes.length): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = -1;
  let at = begin;
  for (const wholeEnd = begin + ((end - begin) & ~7); at < wholeEnd; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      entry(7, low & 0xff) ^
      entry(6, (low >>> 8) & 0xff) ^
      entry(5, (low >>> 16) & 0xff) ^
      entry(4, low >>> 24) ^
      entry(3, high & 0xff) ^
      entry(2, (high >>> 8) & 0xff) ^
      entry(1, (high >>> 16) & 0xff) ^
      entry(0, high >>> 24);
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ entry(0, (crc ^ view.getUint8(at)) & 0xff);
  return ~crc >>> 0;
}

// Inside the table by construction.
const entry = (slice: number, byte: number): number => TABLES[(slice << 8) | byte] ?? 0;

/** TABLES[slice × 256 + byte]: the CRC of that byte followed by `slice` zero bytes. */
const TABLES = buildTables();

function buildTables(): Int32Array {
  const tables = new Int32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++)
      value = value & 1 ? (value >>> 1) ^ REVERSED_POLYNOMIAL : value >>> 1;
    tables[byte] = value;
  }
  for (let index = 256; index < tables.length; index++) {
    const before = tables[index - 256] ?? 0;
    tables[index] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}
