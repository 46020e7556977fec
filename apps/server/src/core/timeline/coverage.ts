import type { Database } from '../database/database.ts';

export type Interval = { readonly fromUs: number; readonly toUs: number };

/** Stored data of a stream within a range, by whole chunks that begin in it. */
export type StreamCoverage = {
  readonly streamId: number;
  readonly sampleRateHz: number;
  readonly frameCount: number;
  readonly sampleCount: number;
  /** Samples ÷ rate; 0 for events. */
  readonly coveredSeconds: number;
  /** Stretches with data, accurate to a chunk (10 s); shorter gaps only reduce `coveredSeconds`. */
  readonly intervals: readonly Interval[];
};

/** Chunks at most this far apart belong to one stretch. */
const JOIN_US = 2_000_000;

type PieceRow = {
  stream_id: number;
  from_us: string;
  to_us: string;
  sample_rate_hz: number;
  frame_count: number;
  sample_count: number;
};

export async function readCoverage(
  database: Database,
  serial: string,
  fromUs: number,
  toUs: number,
): Promise<StreamCoverage[]> {
  const rows = await database.query<PieceRow>({
    name: 'read_coverage',
    text: `select stream_id, from_us, to_us, sample_rate_hz, frame_count, sample_count from timeline_chunks where serial = $1 and from_us >= $2 and from_us < $3
      union all select stream_id, from_us, to_us, sample_rate_hz, frame_count, sample_count from staged_frames where serial = $1 and from_us >= $2 and from_us < $3
      order by stream_id, from_us`,
    values: [serial, fromUs, toUs],
  });
  const streams = new Map<number, PieceRow[]>();
  for (const row of rows) {
    const pieces = streams.get(row.stream_id);
    if (pieces === undefined) streams.set(row.stream_id, [row]);
    else pieces.push(row);
  }
  return [...streams].map(([streamId, pieces]) => summarise(streamId, pieces));
}

function summarise(streamId: number, pieces: readonly PieceRow[]): StreamCoverage {
  const sampleRateHz = pieces.at(-1)?.sample_rate_hz ?? 0;
  const sampleCount = pieces.reduce((sum, piece) => sum + piece.sample_count, 0);
  const intervals: { fromUs: number; toUs: number }[] = [];
  for (const piece of pieces) {
    const [fromUs, toUs] = [Number(piece.from_us), Number(piece.to_us)];
    const last = intervals.at(-1);
    if (last !== undefined && fromUs <= last.toUs + JOIN_US) last.toUs = Math.max(last.toUs, toUs);
    else intervals.push({ fromUs, toUs });
  }
  return {
    streamId,
    sampleRateHz,
    frameCount: pieces.reduce((sum, piece) => sum + piece.frame_count, 0),
    sampleCount,
    coveredSeconds: sampleRateHz > 0 ? sampleCount / sampleRateHz : 0,
    intervals,
  };
}
