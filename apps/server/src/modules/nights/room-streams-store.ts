import {
  deviceTypeCollection,
  MAX_TIMELINE_CHANNELS,
  type StreamDeclaration,
  type TimelineStream,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Interval } from '../../core/timeline/coverage.ts';
import type { Timeline } from '../../core/timeline/timeline.ts';
import type { StreamKey } from '../../core/timeline/timeline-frame.ts';

/** A stream with data from the room, and when its device was in the room within the range. */
export type RoomStream = { readonly stream: TimelineStream; readonly stays: readonly Interval[] };

export type RoomStreamContext = {
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
  { database, store, timeline }: RoomStreamContext,
  { roomId, rootDomainId, fromUs, toUs }: RoomRange,
  maxChannels = MAX_TIMELINE_CHANNELS,
): Promise<RoomStream[]> {
  const assignments = await timeline.assignments.ofRoom(rootDomainId, roomId, fromUs, toUs);
  const stays = Map.groupBy(assignments, (stay) => stay.serial);
  const serials = [...stays.keys()];
  if (serials.length === 0) return [];
  const declared = await readDeclarations(store, serials);
  const present = await readPresentStreams(database, serials, fromUs, toUs);
  return present.flatMap(({ serial, streamId }): RoomStream[] => {
    const declaration = declared.get(serial)?.find((candidate) => candidate.streamId === streamId);
    if (declaration === undefined || declaration.channels > maxChannels) return [];
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

/** Streams of these devices with a chunk or staged batch whose extent overlaps [fromUs, toUs). */
async function readPresentStreams(
  database: Database,
  serials: readonly string[],
  fromUs: number,
  toUs: number,
): Promise<StreamKey[]> {
  const rows = await database.query<{ serial: string; stream_id: number }>({
    name: 'list_present_streams',
    text: `select serial, stream_id from timeline_streams as stream where serial = any($1::text[]) and stream_id >= 0 and (
        exists (select 1 from timeline_chunks as chunk where chunk.serial = stream.serial and chunk.stream_id = stream.stream_id
          and chunk.from_us >= $2 - stream.max_span_us and chunk.from_us < $3 and chunk.to_us >= $2)
        or exists (select 1 from staged_frames as batch where batch.serial = stream.serial and batch.stream_id = stream.stream_id
          and batch.from_us < $3 and batch.to_us >= $2))
      order by serial, stream_id`,
    values: [serials, fromUs, toUs],
  });
  return rows.map((row) => ({ serial: row.serial, streamId: row.stream_id }));
}
