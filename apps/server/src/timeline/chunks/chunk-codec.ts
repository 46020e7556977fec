import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type KeptFrame, SLOT_US } from '../timeline-frame.ts';
import { createByteReader, createByteWriter, type ByteReader, type ByteWriter } from './byte-writer.ts';
import { deltaPlanesLength, fromDeltaPlanes, toDeltaPlanes } from './delta-planes.ts';

const BODY_VERSION = 1;
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * The body of a chunk: the table of its frames and, channel after channel, their samples (docs/ingest.md). Frames
 * are sorted by device time and sequence, at least one, all of one slot and with equal channel counts.
 */
export function encodeChunkBody(slot: number, frames: readonly KeptFrame[]): Uint8Array {
  const channels = joinChannels(frames);
  const writer = createByteWriter(2 * channels.length * (channels[0]?.length ?? 0) + 16 * frames.length + 64);
  writer.unsigned(BODY_VERSION);
  writer.unsigned(frames.length);
  writer.unsigned(channels.length);
  const startUs = slot * SLOT_US;
  const startMs = startUs / 1000;
  writeColumn(writer, frames.map((frame) => frame.sequence));
  writeColumn(writer, frames.map((frame) => frame.deviceTimeUs - startUs));
  writeColumn(writer, frames.map((frame) => 2 * sampleCountOf(frame) + (frame.encoding === 'delta' ? 1 : 0)));
  writeColumn(writer, frames.map((frame) => frame.receivedMs - startMs));
  writer.bytes(toDeltaPlanes(channels));
  return zstdCompressSync(writer.finish(), ZSTD);
}

/** @throws on bytes that `encodeChunkBody` has not written. */
export function decodeChunkBody(slot: number, body: Uint8Array): KeptFrame[] {
  const { reader, frameCount, channelCount } = openBody(body);
  const table = readTable(reader, slot, frameCount);
  const total = table.reduce((sum, row) => sum + row.sampleCount, 0);
  const channels = fromDeltaPlanes(reader.bytes(deltaPlanesLength(channelCount, total)), channelCount, total);
  let at = 0;
  return table.map(({ sampleCount, ...frame }) => {
    const begin = at;
    at += sampleCount;
    return { ...frame, channels: channels.map((channel) => channel.subarray(begin, begin + sampleCount)) };
  });
}

export type FrameTableRow = Omit<KeptFrame, 'channels'> & { readonly sampleCount: number };

/** The table alone, for telling known frames from new ones. */
export function decodeFrameTable(slot: number, body: Uint8Array): FrameTableRow[] {
  const { reader, frameCount } = openBody(body);
  return readTable(reader, slot, frameCount);
}

function openBody(body: Uint8Array): { readonly reader: ByteReader; readonly frameCount: number; readonly channelCount: number } {
  const reader = createByteReader(zstdDecompressSync(body));
  const version = reader.unsigned();
  if (version !== BODY_VERSION) throw new RangeError(`chunk body of version ${version}; this server reads ${BODY_VERSION}`);
  return { reader, frameCount: reader.unsigned(), channelCount: reader.unsigned() };
}

function readTable(reader: ByteReader, slot: number, frameCount: number): FrameTableRow[] {
  const sequences = readColumn(reader, frameCount);
  const times = readColumn(reader, frameCount);
  const sizes = readColumn(reader, frameCount);
  const received = readColumn(reader, frameCount);
  const startUs = slot * SLOT_US;
  return sequences.map((sequence, index) => {
    const size = sizes[index] ?? 0;
    return {
      sequence,
      deviceTimeUs: startUs + (times[index] ?? 0),
      sampleCount: size >> 1,
      encoding: size % 2 === 1 ? 'delta' : 'plain',
      receivedMs: startUs / 1000 + (received[index] ?? 0),
    };
  });
}

/** First value, first difference, then differences of differences: a steady stream is all zeros. */
function writeColumn(writer: ByteWriter, values: readonly number[]): void {
  let before = 0;
  let step = 0;
  values.forEach((value, index) => {
    const difference = value - before;
    writer.signed(difference - step);
    if (index > 0) step = difference;
    before = value;
  });
}

function readColumn(reader: ByteReader, count: number): number[] {
  const values: number[] = [];
  let value = 0;
  let step = 0;
  for (let index = 0; index < count; index++) {
    const difference = reader.signed() + step;
    value += difference;
    if (index > 0) step = difference;
    values.push(value);
  }
  return values;
}

const sampleCountOf = (frame: KeptFrame): number => frame.channels[0]?.length ?? 0;

/** Copies the frames' channels one behind the other. */
export function joinChannels(frames: readonly { readonly channels: readonly Int16Array[] }[]): Int16Array[] {
  const total = frames.reduce((sum, frame) => sum + (frame.channels[0]?.length ?? 0), 0);
  const channels = (frames[0]?.channels ?? []).map(() => new Int16Array(total));
  let at = 0;
  for (const frame of frames) {
    frame.channels.forEach((samples, channel) => channels[channel]?.set(samples, at));
    at += frame.channels[0]?.length ?? 0;
  }
  return channels;
}
