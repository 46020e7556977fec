import { createHash } from 'node:crypto';
import {
  encodeTile,
  isVisible,
  ProblemError,
  roomsVisibleTo,
  MAX_TIMELINE_CHANNELS,
  timelineApi,
  type Actor,
} from '@yamori/domain';
import { eitReadings } from '@yamori/signal';
import { disclose } from '../../core/http/disclosures.ts';
import { route, type Route } from '../../core/http/route.ts';
import { abortOnDisconnect } from '../../core/http/abort-on-disconnect.ts';
import type { QueueStats } from '../../core/messaging/jobs/fair-queue.ts';
import { asEitSum, isTomograph, openEitPieces } from './eit-pieces.ts';
import { createTileTurns, readTile } from './read-tile.ts';
import { readRoomRecorded } from './room-recorded.ts';
import { readRoomStreams, type RoomStreamContext } from './room-streams-store.ts';

type TimelineRouteContext = RoomStreamContext & { readonly now: () => Date };

/**
 * Timeline of a room, for everyone who may see the room. @returns also the statistics of the queues
 * of tiles and of EIT sums
 */
export function openTimelineRoutes(context: TimelineRouteContext): {
  readonly routes: readonly Route[];
  readonly tiles: () => QueueStats;
  readonly tomographs: () => QueueStats;
} {
  const turns = createTileTurns();
  const eit = openEitPieces(context.timeline);
  const streams = route(timelineApi.streams, async ({ actor, params, query }) => {
    const room = await requireRoom(context, actor, params.roomId);
    const range = { ...room, fromUs: query.from * 1000, toUs: query.to * 1000 };
    const roomStreams = await readRoomStreams(context, range, eitReadings);
    const recorded = await readRoomRecorded(context, range);
    return {
      streams: roomStreams.flatMap(({ stream }) =>
        isTomograph(stream)
          ? [asEitSum(stream)]
          : stream.channels > MAX_TIMELINE_CHANNELS
            ? []
            : [stream],
      ),
      recorded: recorded.map(({ fromUs, toUs }) => ({
        from: Math.floor(fromUs / 1000),
        to: Math.ceil(toUs / 1000),
      })),
    };
  });

  const tile = route(timelineApi.tile, async ({ actor, params, query, request, reply }) => {
    const room = await requireRoom(context, actor, params.roomId);
    const { from, to, columns, streams } = query;
    const call = {
      ...room,
      userId: actor.userId,
      fromUs: from * 1000,
      toUs: to * 1000,
      columns,
      streams: new Set(streams.split(',')),
    };
    // Zooming abandons many requests.
    const tile = await abortOnDisconnect(reply, (gone) =>
      readTile({ ...context, eit, turns }, call, context.now().getTime(), gone),
    );
    if (tile === null) return reply.hijack();
    disclose(request, { action: 'recordingsRead', path: `room/${room.roomId}` });
    const bytes = encodeTile(tile);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    // Never cached on disk (decision 018). Viewers keep tiles in memory and revalidate them with
    // this ETag.
    reply.headers({
      etag: etag,
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
    });
    return request.headers['if-none-match'] === etag
      ? reply.code(304).send()
      : reply.send(Buffer.from(bytes.buffer));
  });
  return { routes: [streams, tile], tiles: turns.stats, tomographs: eit.stats };
}

/** Throws `document-not-found` if the actor cannot see the room. */
async function requireRoom(
  { store }: RoomStreamContext,
  actor: Actor,
  roomId: string,
): Promise<{ roomId: string; rootDomainId: string }> {
  const [room] = await store.read([`room/${roomId}`]);
  const rootDomainId = room?.data['rootDomainId'];
  if (
    room === undefined ||
    room === null ||
    typeof rootDomainId !== 'string' ||
    !isVisible(room, roomsVisibleTo(actor))
  )
    throw new ProblemError('document-not-found');
  return { roomId, rootDomainId };
}
