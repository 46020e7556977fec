import type { BlockCoder, ScannedFrame } from '@yamori/frames';
import { type KeptFrame, SLOT_US } from '../timeline-frame.ts';
import type { Allocate } from './byte-arena.ts';
import {
  createByteReader,
  createByteWriter,
  type ByteReader,
  type ByteWriter,
} from './byte-writer.ts';

const BODY_VERSION = 2;

/** Data of a frame in a chunk, apart from its samples. */
type FrameTableRow = Omit<KeptFrame, 'channels'> & { readonly sampleCount: number };
/** A frame to be packed: as scanned by the coder, or as channels. */
export type ChunkPiece = FrameTableRow & { readonly samples: ScannedFrame | readonly Int16Array[] };

export const toChunkPiece = ({ channels, ...frame }: KeptFrame): ChunkPiece => ({
  ...frame,
  sampleCount: channels[0]?.length ?? 0,
  samples: channels,
});

/**
 * Encodes the body of a chunk: its frame table, then the samples, channel by channel
 * (docs/formats/ingest.md). `pieces`: at least one, sorted by device time and sequence, all of one
 * slot and with `channelCount` channels. `onPlaced` may read the samples before they are packed.
 */
export function encodeChunkBody(
  coder: BlockCoder,
  slot: number,
  channelCount: number,
  pieces: readonly ChunkPiece[],
  allocate: Allocate = ownBytes,
  onPlaced?: () => void,
): Uint8Array {
  coder.begin(
    channelCount,
    pieces.reduce((sum, piece) => sum + piece.sampleCount, 0),
  );
  let at = 0;
  for (const { samples, sampleCount } of pieces) {
    if ('index' in samples) coder.placeFrame(samples, at);
    else coder.placeSamples(samples, at);
    at += sampleCount;
  }
  onPlaced?.();
  const writer = createByteWriter(16 * pieces.length + 64);
  writer.unsigned(BODY_VERSION);
  writer.unsigned(pieces.length);
  writer.unsigned(channelCount);
  const startUs = slot * SLOT_US;
  writeColumn(
    writer,
    pieces.map((piece) => piece.sequence),
  );
  writeColumn(
    writer,
    pieces.map((piece) => piece.deviceTimeUs - startUs),
  );
  writeColumn(
    writer,
    pieces.map((piece) => 2 * piece.sampleCount + (piece.encoding === 'delta' ? 1 : 0)),
  );
  writeColumn(
    writer,
    pieces.map((piece) => piece.receivedMs - startUs / 1000),
  );
  return withBlock(coder, writer.finish(), allocate);
}

export const ownBytes: Allocate = (length) => new Uint8Array(length);

/** Header bytes followed by the block in the coder. */
export function withBlock(coder: BlockCoder, front: Uint8Array, allocate: Allocate): Uint8Array {
  const whole = allocate(front.length + coder.pack());
  whole.set(front);
  coder.takePacked(whole, front.length);
  return whole;
}

/** Throws a RangeError for bytes that `encodeChunkBody` did not write. */
export function decodeChunkBody(coder: BlockCoder, slot: number, body: Uint8Array): KeptFrame[] {
  const { reader, frameCount, channelCount } = openBody(body);
  const table = readTable(reader, slot, frameCount);
  const total = table.reduce((sum, row) => sum + row.sampleCount, 0);
  const channels = coder.decode(reader.bytes(reader.left()), channelCount, total);
  let at = 0;
  return table.map(({ sampleCount, ...frame }) => {
    const begin = at;
    at += sampleCount;
    return {
      ...frame,
      channels: channels.map((channel) => channel.subarray(begin, begin + sampleCount)),
    };
  });
}

/** Decodes only the frame table, to recognise known frames. */
export function decodeFrameTable(slot: number, body: Uint8Array): FrameTableRow[] {
  const { reader, frameCount } = openBody(body);
  return readTable(reader, slot, frameCount);
}

function openBody(body: Uint8Array): {
  readonly reader: ByteReader;
  readonly frameCount: number;
  readonly channelCount: number;
} {
  const reader = createByteReader(body);
  const version = reader.unsigned();
  if (version !== BODY_VERSION)
    throw new RangeError(`chunk body of version ${version}; this server reads ${BODY_VERSION}`);
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

/**
 * Writes the first value, the first difference, then second differences, so a steady stream is all
 * zeros. A run of zeros becomes one 0 and the number of further zeros.
 */
export function writeColumn(writer: ByteWriter, values: readonly number[]): void {
  let before = 0;
  let step = 0;
  let zeros = 0;
  const endZeros = (): void => {
    if (zeros > 0) writer.unsigned(zeros - 1);
    zeros = 0;
  };
  values.forEach((value, index) => {
    const difference = value - before;
    const change = difference - step;
    if (change !== 0) endZeros();
    if (zeros === 0) writer.signed(change);
    if (change === 0) zeros += 1;
    if (index > 0) step = difference;
    before = value;
  });
  endZeros();
}

export function readColumn(reader: ByteReader, count: number): number[] {
  const values: number[] = [];
  let value = 0;
  let step = 0;
  let zeros = 0;
  for (let index = 0; index < count; index++) {
    const change = zeros > 0 ? 0 : reader.signed();
    if (zeros > 0) zeros -= 1;
    else if (change === 0) zeros = reader.unsigned();
    const difference = change + step;
    value += difference;
    if (index > 0) step = difference;
    values.push(value);
  }
  return values;
}

/** Concatenates the frames by channel. */
export function joinChannels(
  frames: readonly { readonly channels: readonly Int16Array[] }[],
): Int16Array[] {
  const total = frames.reduce((sum, frame) => sum + (frame.channels[0]?.length ?? 0), 0);
  const channels = (frames[0]?.channels ?? []).map(() => new Int16Array(total));
  let at = 0;
  for (const frame of frames) {
    frame.channels.forEach((samples, channel) => channels[channel]?.set(samples, at));
    at += frame.channels[0]?.length ?? 0;
  }
  return channels;
}
