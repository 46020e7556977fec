import type { BlockCoder } from '@yamori/frames';
import { createByteReader, createByteWriter } from '../chunks/byte-writer.ts';
import { readColumn, writeColumn } from '../chunks/chunk-codec.ts';
import type { BinSheet } from './bins.ts';

/** Bins as bytes: width, place and counts, then a block of minimum, maximum - minimum and mean - minimum. */
export function encodeBins(coder: BlockCoder, bins: BinSheet): Uint8Array {
  const writer = createByteWriter();
  writer.unsigned(bins.binUs);
  writer.signed(bins.firstBin);
  writer.unsigned(bins.counts.length);
  writer.unsigned(bins.channelCount);
  writeColumn(writer, [...bins.counts]);
  if (bins.minimum.length > 0) {
    coder.begin(3, bins.minimum.length);
    coder.placeSamples([bins.minimum, above(bins.maximum, bins.minimum), above(bins.mean, bins.minimum)], 0);
    writer.bytes(coder.finish());
  }
  return writer.finish();
}

/** @throws RangeError on bytes that `encodeBins` has not written. */
export function decodeBins(coder: BlockCoder, bytes: Uint8Array): BinSheet {
  const reader = createByteReader(bytes);
  const binUs = reader.unsigned();
  const firstBin = reader.signed();
  const length = reader.unsigned();
  const channelCount = reader.unsigned();
  const counts = Uint32Array.from(readColumn(reader, length));
  const [minimum = NOTHING, range = NOTHING, middle = NOTHING] = channelCount * length === 0 ? [] : coder.decode(reader.bytes(reader.left()), 3, channelCount * length);
  return { binUs, firstBin, counts, channelCount, minimum, maximum: below(range, minimum), mean: below(middle, minimum) };
}

const NOTHING = new Int16Array(0);

/** Modulo 65,536, so that any two values come back. */
const above = (values: Int16Array, minimum: Int16Array): Int16Array => values.map((value, index) => value - (minimum[index] ?? 0));
const below = (values: Int16Array, minimum: Int16Array): Int16Array => values.map((value, index) => value + (minimum[index] ?? 0));
