import {
  TIMELINE_MOST_CHANNELS,
  type TilePiece,
  type TimelineStream,
  type TimelineTile,
} from '@yamori/domain';
import { eitReadings } from '@yamori/signal';
import { readStreamPieces, type StreamPiece } from '../../core/timeline/stream-pieces.ts';
import { isTomograph, SETTLES_US, type EitPieces } from './eit-pieces.ts';
import {
  readRoomStreams,
  type RoomRange,
  type RoomStream,
  type RoomStreamParts,
} from './room-streams-store.ts';

type TileParts = RoomStreamParts & { readonly eit: EitPieces };
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
 * reason of the signal. Throws `limit-tomograph-questions`.
 */
export async function readTile(
  parts: TileParts,
  call: TileCall,
  nowMs: number,
  signal: AbortSignal,
): Promise<TimelineTile> {
  const requested = (await readRoomStreams(parts, call, eitReadings)).filter(({ stream }) =>
    call.streams.has(`${stream.serial}:${stream.streamId}`),
  );
  const columnUs = Math.max(1, Math.ceil((call.toUs - call.fromUs) / call.columns));
  const pieces: TilePiece[] = [];
  const add = (
    { serial, streamId }: TimelineStream,
    streamPieces: readonly StreamPiece[],
  ): void => {
    for (const piece of streamPieces)
      pieces.push({
        serial,
        streamId,
        ...piece,
        length: piece.minimum[0]?.length ?? 0,
        channels: piece.minimum.length,
      });
  };
  for (const { stream, stays } of requested.filter(isDrawnAsItIs)) {
    const { serial, streamId, sampleRateHz } = stream;
    for (const { fromUs, toUs } of stays) {
      signal.throwIfAborted();
      add(
        stream,
        await readStreamPieces(parts.timeline, {
          serial,
          streamId,
          sampleRateHz,
          fromUs,
          toUs,
          columnUs,
          mostColumns: call.columns,
        }),
      );
    }
  }
  const tomographs = requested.some(({ stream }) => isTomograph(stream))
    ? await readRoomStreams(
        parts,
        { ...call, fromUs: Math.max(0, call.fromUs - SETTLES_US) },
        eitReadings,
      )
    : [];
  for (const { stream, stays } of tomographs) {
    if (!isTomograph(stream) || !call.streams.has(`${stream.serial}:${stream.streamId}`)) continue;
    add(
      stream,
      await parts.eit.read({
        userId: call.userId,
        stream,
        stays,
        fromUs: call.fromUs,
        toUs: call.toUs,
        columnUs,
        signal,
      }),
    );
  }
  return { final: call.toUs < nowMs * 1000 - FINAL_AFTER_US, pieces };
}

const isDrawnAsItIs = ({ stream }: RoomStream): boolean =>
  stream.channels <= TIMELINE_MOST_CHANNELS;
