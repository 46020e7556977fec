import type { roomCollection } from '@yamori/domain';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useClock } from '../../kit/clock/clock-context.tsx';
import {
  isWhole,
  type DocumentOf,
  type FoundDocument,
} from '../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../live/documents/documents-context.tsx';
import { useExternalStore, type ExternalStore } from '../../live/documents/live-store.ts';
import type { RowStore } from '../../live/documents/row-store.ts';
import { usePagedRows, type PagedRows } from '../../shared/document-list/use-list-rows.ts';
import { ATTENTION_LOOKS, getAttention, isPressing } from '../../shared/room-state/attention.ts';
import type { Tone } from '../../shared/room-state/use-shape-labels.ts';

/**
 * A room as the board gets it. Fields that the user may not see, such as the occupant, are absent
 * at run time.
 */
export type Room = DocumentOf<typeof roomCollection>;
type FoundRoom = FoundDocument<typeof roomCollection>;

/** The rooms of a screen, one store for each row: a change renders only the card of its room. */
export type RoomStore = RowStore<typeof roomCollection>;
export type PagedRooms = PagedRows<typeof roomCollection>;

/** Null or absent means no restriction. */
type Scope = {
  readonly organisationId: string | null;
  readonly building?: string | null;
  readonly floor?: string | null;
  readonly tag?: string | null;
};

/** Rooms in use, by name. */
export function queryRooms(
  documents: ProductDocuments,
  { organisationId, building = null, floor = null, tag = null }: Scope,
) {
  let query = documents.collection('room').where('archivedAt', '==', null).orderBy('name');
  if (organisationId !== null) query = query.where('domainId', '==', organisationId);
  if (building !== null) query = query.where('building', '==', building);
  if (floor !== null) query = query.where('floor', '==', floor);
  return tag === null ? query : query.where('tags', 'array-contains', tag);
}

/**
 * Rooms with their live state, page by page. The query filters by place and tag; states that change
 * every second (presence, sleep, fault) are filtered in the browser, so that a room does not leave
 * the page while it is being read.
 */
export const usePagedRooms = (scope: Scope): PagedRooms =>
  usePagedRows(queryRooms(useDocuments(), scope));

/** All rooms of a store in the order of its query, without documents that fail their schema. */
export const getRooms = (store: RoomStore): readonly Room[] =>
  store.documents.getSnapshot().filter((room): room is Room => isWhole(room));

/** Null if the room is absent or fails its schema. */
export const toRoom = (found: FoundRoom | null | undefined): Room | null =>
  found !== null && found !== undefined && isWhole(found) ? found : null;

const getRow = (store: RoomStore, roomId: string): ExternalStore<FoundRoom | undefined> =>
  store.row(`room/${roomId}`);

export const getRoom = (store: RoomStore, roomId: string): Room | null =>
  toRoom(getRow(store, roomId).getSnapshot());

/** The rooms of the board; its cards read theirs from here. */
export const RoomStoreContext = createContext<RoomStore | null>(null);

function useRoomRow(roomId: string): ExternalStore<FoundRoom | undefined> {
  const store = useContext(RoomStoreContext);
  if (store === null) throw new Error('useRoomRow must be used inside <RoomStoreContext>');
  return useMemo(() => getRow(store, roomId), [store, roomId]);
}

/** One room of the board; renders only when it changes. */
export function useRoom(roomId: string): Room | null {
  return toRoom(useExternalStore(useRoomRow(roomId)));
}

/** The name of a room; renders only when the name changes. */
export function useRoomName(roomId: string): string {
  const row = useRoomRow(roomId);
  return useSyncExternalStore(row.subscribe, () => toRoom(row.getSnapshot())?.name ?? '');
}

/**
 * Tone of a room's most urgent reason, for its border; undefined without one. The frame of a card
 * depends on nothing else, so that the surrounding link does not rerender with every value.
 */
export function useAttentionTone(roomId: string): Tone | undefined {
  const clock = useClock();
  const row = useRoomRow(roomId);
  const subscribe = (listener: () => void): (() => void) => {
    const stops = [row.subscribe(listener), clock.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };
  return useSyncExternalStore(subscribe, () => {
    const attention = getAttention(toRoom(row.getSnapshot())?.live ?? null, clock.now());
    return attention === null || !isPressing(attention)
      ? undefined
      : ATTENTION_LOOKS[attention.reason].tone;
  });
}
