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

/** A stream with data from the room, and when its device was in the room within the range. */
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
 * All streams of devices while they were in the room. Streams that the device type does not declare
 * have no unit and are omitted.
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
    const declaration = declared.get(serial)?.find((candidate) => candidate.streamId === streamId);
    if (declaration === undefined || declaration.channels > mostChannels) return [];
    const inRange = (stays.get(serial) ?? []).map((stay) => ({
      fromUs: Math.max(fromUs, stay.fromUs),
      toUs: Math.min(toUs, stay.toUs ?? toUs),
    }));
    return [
      {
        stream: { serial, ...declaration },
        stays: inRange.filter((stay) => stay.fromUs < stay.toUs),
      },
    ];
  });
}

async function readDeclarations(
  store: DocumentStore,
  serials: readonly string[],
): Promise<ReadonlyMap<string, readonly StreamDeclaration[]>> {
  const devices = await store.read(serials.map((serial) => `device/${serial}`));
  const typeIdBySerial = new Map(
    serials.map((serial, index) => [serial, devices[index]?.data['typeId']]),
  );
  const typeIds = [...new Set(typeIdBySerial.values())].filter(
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
      const typeId = typeIdBySerial.get(serial);
      return [serial, typeof typeId === 'string' ? (streams.get(typeId) ?? []) : []];
    }),
  );
}
