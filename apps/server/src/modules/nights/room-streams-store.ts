import {
  deviceTypeCollection,
  TIMELINE_MOST_CHANNELS,
  type StreamDeclaration,
  type TimelineStream,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Interval } from '../../core/timeline/coverage.ts';
import { readPresentStreams } from '../../core/timeline/present-streams.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';

/** A stream that spoke in the room, and when its device stood there within the range asked for. */
export type RoomStream = { readonly stream: TimelineStream; readonly stays: readonly Interval[] };

export type RoomStreamParts = {
  readonly database: Database;
  readonly store: DocumentStore;
  readonly timeline: Timeline;
};
export type RoomRange = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly fromUs: number;
  readonly toUs: number;
};

/**
 * Everything drawable that devices sent while they stood in the room. What their type does not
 * declare has no unit and is left out.
 */
export async function readRoomStreams(
  { database, store, timeline }: RoomStreamParts,
  { roomId, rootDomainId, fromUs, toUs }: RoomRange,
  mostChannels = TIMELINE_MOST_CHANNELS,
): Promise<RoomStream[]> {
  const assignments = await timeline.assignments.ofRoom(rootDomainId, roomId, fromUs, toUs);
  const stays = Map.groupBy(assignments, (stay) => stay.serial);
  const serials = [...stays.keys()];
  if (serials.length === 0) return [];
  const declared = await readDeclarations(store, serials);
  const present = await readPresentStreams(database, serials, fromUs, toUs);
  return present.flatMap(({ serial, streamId }): RoomStream[] => {
    const declaration = declared.get(serial)?.find((each) => each.streamId === streamId);
    if (declaration === undefined || declaration.channels > mostChannels) return [];
    const own = (stays.get(serial) ?? []).map((stay) => ({
      fromUs: Math.max(fromUs, stay.fromUs),
      toUs: Math.min(toUs, stay.toUs ?? toUs),
    }));
    return [
      { stream: { serial, ...declaration }, stays: own.filter((stay) => stay.fromUs < stay.toUs) },
    ];
  });
}

async function readDeclarations(
  store: DocumentStore,
  serials: readonly string[],
): Promise<ReadonlyMap<string, readonly StreamDeclaration[]>> {
  const devices = await store.read(serials.map((serial) => `device/${serial}`));
  const typeOf = new Map(serials.map((serial, index) => [serial, devices[index]?.data['typeId']]));
  const typeIds = [...new Set(typeOf.values())].filter(
    (typeId): typeId is string =>
      typeof typeId === 'string' && typeId !== '' && !typeId.includes('/'),
  );
  const types = await store.read(typeIds.map((typeId) => `deviceType/${typeId}`));
  const streams = new Map(
    typeIds.map((typeId, index) => [
      typeId,
      deviceTypeCollection.schema.shape.streams
        .catch([])
        .parse(types[index]?.data['streams'] ?? []),
    ]),
  );
  return new Map(
    serials.map((serial) => {
      const typeId = typeOf.get(serial);
      return [serial, typeof typeId === 'string' ? (streams.get(typeId) ?? []) : []];
    }),
  );
}
