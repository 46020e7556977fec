import { NOT_MEASURED, type BlockCoder } from '@yamori/frames';
import type { Allocate } from '../chunks/byte-arena.ts';
import { createByteReader, createByteWriter } from '../chunks/byte-writer.ts';
import { ownBytes, readColumn, withBlock, writeColumn } from '../chunks/chunk-codec.ts';
import type { BinSheet } from './bins.ts';

/** From this many bins on, each channel has its own row; shorter channels share one row. */
const LONG_ROW = 16;

/**
 * Encodes bins: width, position and counts, then a block of minimum, maximum - minimum and mean -
 * minimum of the bins that are not empty.
 */
export function encodeBins(
  coder: BlockCoder,
  bins: BinSheet,
  allocate: Allocate = ownBytes,
): Uint8Array {
  const writer = createByteWriter();
  writer.unsigned(bins.binUs);
  writer.signed(bins.firstBin);
  writer.unsigned(bins.counts.length);
  writer.unsigned(bins.channelCount);
  writeColumn(writer, [...bins.counts]);
  const filled = findFilled(bins.counts);
  if (filled.length * bins.channelCount === 0) return writer.finish();
  const tracks = [
    bins.minimum,
    above(bins.maximum, bins.minimum),
    above(bins.mean, bins.minimum),
  ].map((track) => gather(track, bins, filled));
  const rows = tracks.flatMap((track) => splitRows(track, bins.channelCount, filled.length));
  coder.begin(rows.length, rows[0]?.length ?? 0);
  coder.placeSamples(rows, 0);
  return withBlock(coder, writer.finish(), allocate);
}

/** Throws a RangeError for bytes that `encodeBins` did not write. */
export function decodeBins(coder: BlockCoder, bytes: Uint8Array): BinSheet {
  const reader = createByteReader(bytes);
  const binUs = reader.unsigned();
  const firstBin = reader.signed();
  const length = reader.unsigned();
  const channelCount = reader.unsigned();
  const counts = Uint32Array.from(readColumn(reader, length));
  const filled = findFilled(counts);
  const place = { counts, channelCount };
  const [lows = NOTHING, ranges = NOTHING, middles = NOTHING] =
    filled.length * channelCount === 0
      ? []
      : decodeTracks(coder, reader.bytes(reader.left()), channelCount, filled.length);
  const minimum = scatter(lows, place, filled, NOT_MEASURED);
  return {
    binUs,
    firstBin,
    counts,
    channelCount,
    minimum,
    maximum: below(scatter(ranges, place, filled, 0), minimum),
    mean: below(scatter(middles, place, filled, 0), minimum),
  };
}

function decodeTracks(
  coder: BlockCoder,
  bytes: Uint8Array,
  channelCount: number,
  filled: number,
): Int16Array[] {
  const isLong = filled >= LONG_ROW;
  const rows = coder.decode(
    bytes,
    isLong ? 3 * channelCount : 3,
    isLong ? filled : channelCount * filled,
  );
  // Decoded rows are contiguous in one buffer.
  const whole = new Int16Array(rows[0]?.buffer ?? new ArrayBuffer(0));
  return [0, 1, 2].map((track) =>
    whole.subarray(track * channelCount * filled, (track + 1) * channelCount * filled),
  );
}

const splitRows = (track: Int16Array, channelCount: number, filled: number): Int16Array[] =>
  filled < LONG_ROW
    ? [track]
    : Array.from({ length: channelCount }, (_, channel) =>
        track.subarray(channel * filled, (channel + 1) * filled),
      );

function findFilled(counts: Uint32Array): number[] {
  const filled: number[] = [];
  for (let index = 0; index < counts.length; index++) if (counts[index] !== 0) filled.push(index);
  return filled;
}

const NOTHING = new Int16Array(0);

type Place = Pick<BinSheet, 'counts' | 'channelCount'>;

function gather(
  track: Int16Array,
  { counts, channelCount }: Place,
  filled: readonly number[],
): Int16Array {
  if (filled.length === counts.length) return track;
  const gathered = new Int16Array(channelCount * filled.length);
  for (let channel = 0, at = 0; channel < channelCount; channel++)
    for (const index of filled) gathered[at++] = track[channel * counts.length + index] ?? 0;
  return gathered;
}

function scatter(
  track: Int16Array,
  { counts, channelCount }: Place,
  filled: readonly number[],
  empty: number,
): Int16Array {
  if (filled.length === counts.length) return track;
  const scattered = new Int16Array(channelCount * counts.length).fill(empty);
  for (let channel = 0, at = 0; channel < channelCount; channel++)
    for (const index of filled) scattered[channel * counts.length + index] = track[at++] ?? 0;
  return scattered;
}

/** Differences modulo 65,536, which are reversible for any two values. */
function above(values: Int16Array, minimum: Int16Array): Int16Array {
  const differences = new Int16Array(values.length);
  for (let at = 0; at < values.length; at++)
    differences[at] = (values[at] ?? 0) - (minimum[at] ?? 0);
  return differences;
}

function below(differences: Int16Array, minimum: Int16Array): Int16Array {
  const values = new Int16Array(differences.length);
  for (let at = 0; at < values.length; at++)
    values[at] = (differences[at] ?? 0) + (minimum[at] ?? 0);
  return values;
}
