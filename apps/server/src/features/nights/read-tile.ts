import type { TilePiece, TimelineTile } from '@yamori/domain';
import { readStreamPieces } from '../../timeline/stream-pieces.ts';
import { readRoomStreams, type RoomRange, type RoomStreamParts } from './room-streams-store.ts';

export type TileCall = RoomRange & { readonly columns: number; readonly streams: ReadonlySet<string> };

/** After so long only an import, or a device that was offline, still adds to it. */
const FINAL_AFTER_US = 900 * 1e6;

/**
 * What the named streams hold of the range while their devices stood in the room. Streams that never did are left out without
 * a word. Ends between two streams when nobody waits any more.
 * @returns null when it was aborted
 */
export async function readTile(parts: RoomStreamParts, call: TileCall, nowMs: number, signal: AbortSignal): Promise<TimelineTile | null> {
  const wanted = (await readRoomStreams(parts, call)).filter(({ stream }) => call.streams.has(`${stream.serial}:${stream.streamId}`));
  const columnUs = Math.max(1, Math.ceil((call.toUs - call.fromUs) / call.columns));
  const pieces: TilePiece[] = [];
  for (const { stream: { serial, streamId, sampleRateHz }, stays } of wanted) {
    for (const { fromUs, toUs } of stays) {
      if (signal.aborted) return null;
      for (const piece of await readStreamPieces(parts.timeline, { serial, streamId, sampleRateHz, fromUs, toUs, columnUs, mostColumns: call.columns })) {
        pieces.push({ serial, streamId, ...piece, length: piece.minimum[0]?.length ?? 0, channels: piece.minimum.length });
      }
    }
  }
  return { final: call.toUs < nowMs * 1000 - FINAL_AFTER_US, pieces };
}
