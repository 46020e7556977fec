import {
  accidentCollection,
  countedAccidents,
  encodeFields,
  encodeValue,
  refuse,
  roomCollection,
  withAccident,
  type Accident,
  type RoomAccident,
  type RoomLive,
  type Write,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/**
 * A room with its accidents as they were read: what is decided by them holds for this version of
 * the room only.
 */
export type RoomNow = {
  readonly roomId: string;
  readonly rootDomainId: string;
  readonly version: string;
  readonly open: readonly RoomAccident[];
  /** The open accident of a kind; null where there is none. */
  readonly openOf: (kind: Accident['kind']) => Promise<KnownAccident | null>;
  readonly find: (accidentId: string) => Promise<KnownAccident | null>;
  /** The last one of a kind, open or not. */
  readonly lastOf: (kind: Accident['kind']) => Promise<KnownAccident | null>;
};

export type KnownAccident = { readonly id: string; readonly accident: Accident };

export const accidentPath = (roomId: string, accidentId: string): string =>
  `room/${roomId}/accident/${accidentId}`;

/** Null while the room has no live state that accidents could stand in. */
export function roomNow(store: DocumentStore, room: ReadDocument): RoomNow | null {
  const live = liveOf(room);
  if (live === null) return null;
  const find = async (accidentId: string): Promise<KnownAccident | null> =>
    knownOf((await store.read([accidentPath(room.id, accidentId)]))[0] ?? null);
  return {
    roomId: room.id,
    rootDomainId: room.placement.rootDomainId,
    version: room.version,
    open: live.accidents,
    find,
    openOf: async (kind) => {
      const entry = live.accidents.find((one) => one.kind === kind);
      return entry === undefined ? null : find(entry.id);
    },
    lastOf: async (kind) => {
      const [last] = await store.list({
        collection: `room/${room.id}/accident`,
        group: false,
        filters: [{ field: ['kind'], op: '==', value: kind }],
        orderBy: [{ field: ['raisedAt'], direction: 'desc' }],
        offset: 0,
        limit: 1,
      });
      return knownOf(last ?? null);
    },
  };
}

export const liveOf = (room: ReadDocument): RoomLive | null =>
  roomCollection.schema.shape.live.catch(null).parse(room.data['live'] ?? null);

export function knownOf(document: ReadDocument | null): KnownAccident | null {
  if (document === null || document.bare) return null;
  // Whole, since it is not bare.
  return { id: document.id, accident: accidentCollection.schema.parse(document.data) };
}

/** The accident and what the room's live state tells of it; together they hold, or neither does. */
export function accidentWrites(
  { roomId, open }: Pick<RoomNow, 'roomId' | 'open'>,
  { id, accident }: KnownAccident,
  isNew: boolean,
): Write[] {
  const entries = withAccident(open, id, accident);
  const path = accidentPath(roomId, id);
  const data = encodeFields(accident, false);
  return [
    isNew ? { kind: 'create', path, data } : { kind: 'set', path, data },
    {
      kind: 'update',
      path: `room/${roomId}`,
      fields: [
        { field: ['live', 'accidents'], value: encodeValue(entries) },
        { field: ['live', 'openAccidents'], value: countedAccidents(entries) },
      ],
    },
  ];
}

/** @throws ProblemError `document-not-found` */
export async function readRoom(store: DocumentStore, roomId: string): Promise<ReadDocument> {
  const [room] = await store.read([`room/${roomId}`]);
  if (room === null || room === undefined) throw refuse('document-not-found');
  return room;
}
