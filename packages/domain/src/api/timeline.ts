import { z } from 'zod';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const MAX_TIMELINE_COLUMNS = 8192;
/**
 * Streams with more channels are not listed, except EIT (`eit`): its stream appears as one channel,
 * the sum of the image.
 */
export const MAX_TIMELINE_CHANNELS = 12;
const MAX_TIMELINE_DAYS = 93;
/** If a column would contain at most this many samples, the samples themselves are sent. */
export const SAMPLES_PER_COLUMN = 3;

const DAY_MS = 86_400_000;
/** Milliseconds since 1970 UTC. */
const instantMs = z.coerce.number<number>().int().min(0).max(8_640_000_000_000);
const range = { from: instantMs, to: instantMs };
const isRange = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  from < to && to - from <= MAX_TIMELINE_DAYS * DAY_MS;

/** `streams`: `serial:streamId`, separated by commas. */
const tileQuery = z
  .strictObject({
    ...range,
    columns: z.coerce.number<number>().int().min(1).max(MAX_TIMELINE_COLUMNS),
    streams: z
      .string()
      .max(1000)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}:\d{1,5}(,[A-Za-z0-9][A-Za-z0-9_-]{0,39}:\d{1,5})*$/),
  })
  .refine(isRange);

/** A stream with data in the range; physical value = digital × scale + offset. */
const stream = z.strictObject({
  serial: z.string(),
  streamId: z.int(),
  kind: z.string(),
  unit: z.string(),
  sampleRateHz: z.number(),
  channels: z.int(),
  scale: z.number(),
  offset: z.number(),
});
export type TimelineStream = z.infer<typeof stream>;
/**
 * `recorded`: intervals with recordings of any device of the room, in order, separated by gaps of
 * at least some seconds.
 */
const streams = z.strictObject({
  streams: z.array(stream),
  recorded: z.array(z.strictObject({ from: z.number(), to: z.number() })),
});
export type TimelineStreams = z.infer<typeof streams>;

/**
 * An interval of one stream. `columns`: each channel has `length` minima, then the maxima, then the
 * means, each over `stepUs`. `samples`: each channel has `length` values, `stepUs` apart, without a
 * gap. −32,768 is "not measured".
 */
const piece = z.strictObject({
  serial: z.string(),
  streamId: z.int(),
  kind: z.enum(['columns', 'samples']),
  fromUs: z.number(),
  stepUs: z.number(),
  length: z.int(),
  channels: z.int(),
});
export type TilePiece = z.infer<typeof piece> & {
  readonly minimum: readonly Int16Array[];
  /** For samples, the same arrays as `minimum`. */
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};
/** `final`: so old that only an import or a device that was offline can still change it. */
const tileHeader = z.strictObject({ final: z.boolean(), pieces: z.array(piece) });
export type TimelineTile = { readonly final: boolean; readonly pieces: readonly TilePiece[] };

const params = z.object({ roomId: pathId });

/**
 * Data of a device belongs to a room only for the time of its placement there; the rest is not
 * returned.
 */
export const timelineApi = {
  streams: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/timeline/streams',
    summary: 'List the streams that a room recorded in a time range',
    caller: 'member',
    params,
    query: z.strictObject(range).refine(isRange),
    reply: streams,
    problems: ['document-not-found'],
  }),
  /** As `encodeTile` writes it, with an ETag. */
  tile: endpoint({
    method: 'GET',
    path: '/api/rooms/:roomId/timeline',
    summary: 'Read recorded streams of a room, as min/max columns or as samples',
    caller: 'member',
    params,
    query: tileQuery,
    file: ['application/octet-stream'],
    problems: ['document-not-found', 'limit-tomograph-questions'],
  }),
};

/** Bytes before the header: its length, padding included, as u32 little-endian. */
const LENGTH_BYTES = 4;

/**
 * u32 length, header as JSON padded by spaces to even length, then the values of all pieces as i16
 * little-endian.
 */
export function encodeTile({ final, pieces }: TimelineTile): Uint8Array {
  const header = {
    final,
    pieces: pieces.map(({ serial, streamId, kind, fromUs, stepUs, length, channels }) => ({
      serial,
      streamId,
      kind,
      fromUs,
      stepUs,
      length,
      channels,
    })),
  };
  const json = JSON.stringify(header);
  const text = new TextEncoder().encode(json.length % 2 === 0 ? json : `${json} `);
  const tracks = pieces.flatMap(listTracks);
  const bytes = new Uint8Array(
    LENGTH_BYTES + text.length + 2 * tracks.reduce((sum, track) => sum + track.length, 0),
  );
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  bytes.set(text, LENGTH_BYTES);
  let at = LENGTH_BYTES + text.length;
  for (const track of tracks) {
    for (const value of track) {
      view.setInt16(at, value, true);
      at += 2;
    }
  }
  return bytes;
}

const listTracks = ({ kind, minimum, maximum, mean }: TilePiece): readonly Int16Array[] =>
  kind === 'samples'
    ? minimum
    : minimum.flatMap((low, channel) => [low, maximum[channel] ?? low, mean[channel] ?? low]);

/** @returns null for bytes that `encodeTile` has not written */
export function decodeTile(buffer: ArrayBuffer): TimelineTile | null {
  if (buffer.byteLength < LENGTH_BYTES) return null;
  const headerBytes = new DataView(buffer).getUint32(0, true);
  if (LENGTH_BYTES + headerBytes > buffer.byteLength || headerBytes % 2 !== 0) return null;
  const header = tileHeader.safeParse(readJson(new Uint8Array(buffer, LENGTH_BYTES, headerBytes)));
  if (!header.success) return null;
  const values = readValues(buffer, LENGTH_BYTES + headerBytes);
  let at = 0;
  const take = (length: number): Int16Array => values.subarray(at, (at += length));
  const pieces = header.data.pieces.map((each): TilePiece => {
    const tracks = Array.from({ length: each.channels }, () => {
      const minimum = take(each.length);
      return each.kind === 'samples'
        ? { minimum, maximum: minimum, mean: minimum }
        : { minimum, maximum: take(each.length), mean: take(each.length) };
    });
    return {
      ...each,
      minimum: tracks.map((track) => track.minimum),
      maximum: tracks.map((track) => track.maximum),
      mean: tracks.map((track) => track.mean),
    };
  });
  return at === values.length ? { final: header.data.final, pieces } : null;
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function readValues(buffer: ArrayBuffer, from: number): Int16Array {
  const length = Math.floor((buffer.byteLength - from) / 2);
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1)
    return new Int16Array(buffer, from, length);
  const view = new DataView(buffer);
  return Int16Array.from({ length }, (_, index) => view.getInt16(from + 2 * index, true));
}
