import {
  ProblemError,
  MAX_TIMELINE_CHANNELS,
  type TilePiece,
  type TimelineStream,
  type TimelineTile,
} from '@yamori/domain';
import { eitReadings } from '@yamori/signal';
import { createFairQueue, type FairQueue } from '../../core/messaging/jobs/fair-queue.ts';
import { readStreamPieces, type StreamPiece } from '../../core/timeline/stream-pieces.ts';
import { isTomograph, SETTLES_US, type EitPieces } from './eit-pieces.ts';
import {
  readRoomStreams,
  type RoomRange,
  type RoomStream,
  type RoomStreamContext,
} from './room-streams-store.ts';

/**
 * A viewer requests four tiles at a time. A limit of six reads leaves connections for other
 * members.
 */
const QUEUE_LIMITS = { concurrency: 6, waiting: 240, maxWaitingPerOwner: 24 };

/** Fair queue of tile reads, by member. Throws `limit-rate` if too many are waiting. */
export const createTileTurns = (): FairQueue =>
  createFairQueue(QUEUE_LIMITS, () => new ProblemError('limit-rate', { retryAfterSeconds: 2 }));

type TileContext = RoomStreamContext & { readonly eit: EitPieces; readonly turns: FairQueue };
type TileCall = RoomRange & {
  readonly userId: string;
  readonly columns: number;
  readonly streams: ReadonlySet<string>;
};

/** After this time, only imports and devices that were offline still add data. */
const FINAL_AFTER_US = 900 * 1e6;

/**
 * Data of the named streams in the range while their devices were in the room. Ignores streams that
 * were never in the room. If aborted, stops between streams and within an EIT track, with the
 * reason of the signal. Throws `limit-rate` and `limit-tomograph-questions`.
 */
export async function readTile(
  context: TileContext,
  call: TileCall,
  nowMs: number,
  signal: AbortSignal,
): Promise<TimelineTile> {
  const columnUs = Math.max(1, Math.ceil((call.toUs - call.fromUs) / call.columns));
  const { requested, pieces } = await context.turns.take(call.userId, signal, () =>
    readStored(context, call, columnUs, signal),
  );
  const tomographs = requested.some(({ stream }) => isTomograph(stream))
    ? await readRoomStreams(
        context,
        { ...call, fromUs: Math.max(0, call.fromUs - SETTLES_US) },
        eitReadings,
      )
    : [];
  for (const { stream, stays } of tomographs) {
    if (!isTomograph(stream) || !call.streams.has(`${stream.serial}:${stream.streamId}`)) continue;
    const { userId, fromUs, toUs } = call;
    const read = await context.eit.read({ userId, stream, stays, fromUs, toUs, columnUs, signal });
    pieces.push(...toTilePieces(stream, read));
  }
  return { final: call.toUs < nowMs * 1000 - FINAL_AFTER_US, pieces };
}

/** The requested streams, and the pieces of all but the EIT tracks, which have a separate queue. */
async function readStored(
  context: TileContext,
  call: TileCall,
  columnUs: number,
  signal: AbortSignal,
): Promise<{ readonly requested: readonly RoomStream[]; readonly pieces: TilePiece[] }> {
  const requested = (await readRoomStreams(context, call, eitReadings)).filter(({ stream }) =>
    call.streams.has(`${stream.serial}:${stream.streamId}`),
  );
  const pieces: TilePiece[] = [];
  for (const { stream, stays } of requested.filter(isDrawnUnchanged)) {
    const { serial, streamId, sampleRateHz } = stream;
    for (const { fromUs, toUs } of stays) {
      signal.throwIfAborted();
      const range = { serial, streamId, sampleRateHz, fromUs, toUs, columnUs };
      const read = await readStreamPieces(context.timeline, { ...range, maxColumns: call.columns });
      pieces.push(...toTilePieces(stream, read));
    }
  }
  return { requested, pieces };
}

const toTilePieces = (
  { serial, streamId }: TimelineStream,
  streamPieces: readonly StreamPiece[],
): TilePiece[] =>
  streamPieces.map((piece) => ({
    serial,
    streamId,
    ...piece,
    length: piece.minimum[0]?.length ?? 0,
    channels: piece.minimum.length,
  }));

const isDrawnUnchanged = ({ stream }: RoomStream): boolean =>
  stream.channels <= MAX_TIMELINE_CHANNELS;
