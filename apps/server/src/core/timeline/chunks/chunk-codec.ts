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

/** What a chunk keeps of a frame besides its samples. */
export type FrameTableRow = Omit<KeptFrame, 'channels'> & { readonly sampleCount: number };
/** A frame on its way into a chunk: as the coder has scanned it, or its channels. */
export type ChunkPiece = FrameTableRow & { readonly samples: ScannedFrame | readonly Int16Array[] };

export const pieceOf = ({ channels, ...frame }: KeptFrame): ChunkPiece => ({
  ...frame,
  sampleCount: channels[0]?.length ?? 0,
  samples: channels,
});

/**
 * The body of a chunk: the table of its frames and, channel after channel, their samples
 * (docs/ingest.md). Pieces are sorted by device time and sequence, at least one, all of one slot
 * and with `channelCount` channels. `onPlaced` may look at the samples before they are packed.
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

/** What stands in front of a block, and the block that the coder holds. */
export function withBlock(coder: BlockCoder, front: Uint8Array, allocate: Allocate): Uint8Array {
  const whole = allocate(front.length + coder.pack());
  whole.set(front);
  coder.takePacked(whole, front.length);
  return whole;
}

/** @throws RangeError on bytes that `encodeChunkBody` has not written. */
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

/** The table alone, for telling known frames from new ones. */
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
 * First value, first difference, then differences of differences: a steady stream is all zeros.
 * Zeros that follow one another are one 0 and how many more there are.
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

/** Copies the frames' channels one behind the other. */
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
