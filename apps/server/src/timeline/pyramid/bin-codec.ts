import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createByteReader, createByteWriter } from '../chunks/byte-writer.ts';
import { deltaPlanesLength, fromDeltaPlanes, toDeltaPlanes } from '../chunks/delta-planes.ts';
import type { Bins } from './bins.ts';

const PLAIN = 0;
const ZSTD = 1;
/** zstd's own header eats what it could gain on less. */
const PLAIN_BYTES = 96;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Bins as bytes: widths and counts, then minimum, maximum - minimum and mean - minimum as delta planes. */
export function encodeBins(bins: Bins): Uint8Array {
  const writer = createByteWriter();
  writer.unsigned(bins.binUs);
  writer.signed(bins.firstBin);
  writer.unsigned(bins.counts.length);
  writer.unsigned(bins.minimum.length);
  for (const count of bins.counts) writer.unsigned(count);
  writer.bytes(toDeltaPlanes([...bins.minimum, ...above(bins.maximum, bins.minimum), ...above(bins.mean, bins.minimum)]));
  const plain = writer.finish();
  return plain.length < PLAIN_BYTES ? Buffer.concat([Uint8Array.of(PLAIN), plain]) : Buffer.concat([Uint8Array.of(ZSTD), zstdCompressSync(plain, LEVEL)]);
}

/** @throws on bytes that `encodeBins` has not written. */
export function decodeBins(bytes: Uint8Array): Bins {
  const rest = bytes.subarray(1);
  const reader = createByteReader(bytes[0] === ZSTD ? zstdDecompressSync(rest) : rest);
  const binUs = reader.unsigned();
  const firstBin = reader.signed();
  const length = reader.unsigned();
  const channels = reader.unsigned();
  const counts = Uint32Array.from({ length }, () => reader.unsigned());
  const tracks = fromDeltaPlanes(reader.bytes(deltaPlanesLength(3 * channels, length)), 3 * channels, length);
  const minimum = tracks.slice(0, channels);
  return { binUs, firstBin, counts, minimum, maximum: below(tracks.slice(channels, 2 * channels), minimum), mean: below(tracks.slice(2 * channels), minimum) };
}

/** Modulo 65,536, so that any two values come back. */
const above = (tracks: readonly Int16Array[], minimum: readonly Int16Array[]): Int16Array[] =>
  tracks.map((track, channel) => track.map((value, index) => value - (minimum[channel]?.[index] ?? 0)));
const below = (tracks: readonly Int16Array[], minimum: readonly Int16Array[]): Int16Array[] =>
  tracks.map((track, channel) => track.map((value, index) => value + (minimum[channel]?.[index] ?? 0)));
