import {
  deviceApi,
  type deviceCollection,
  type roomCollection,
  type StayList,
} from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useHttp } from '../../api/http-context.ts';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import {
  useLiveDocument,
  useDocuments,
  useLiveQuery,
} from '../../live/documents/documents-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { ListState } from '../../kit/list/list-url-state.ts';
import { useListRows, type ListRows } from '../../shared/document-list/use-list-rows.ts';

export type Room = DocumentOf<typeof roomCollection>;
export type Device = DocumentOf<typeof deviceCollection>;

const MAX_DEVICES = 1000;

/** The server filters by place, tag and archive; other filters apply in the browser. */
export function useRoomRows(
  state: Pick<ListState, 'facets' | 'sort' | 'descending'>,
): ListRows<typeof roomCollection> {
  const { organisationId } = useViewer();
  const { building, floor, tag, archived } = state.facets;
  const direction = state.descending ? 'desc' : 'asc';
  let query = useDocuments()
    .collection('room')
    .where('archivedAt', archived === 'only' ? '!=' : '==', null);
  if (organisationId !== null) query = query.where('domainId', '==', organisationId);
  if (typeof building === 'string') query = query.where('building', '==', building);
  if (typeof floor === 'string') query = query.where('floor', '==', floor);
  if (typeof tag === 'string') query = query.where('tags', 'array-contains', tag);
  if (archived !== 'only') query = query.orderBy(state.sort, direction);
  return useListRows(query);
}

/** Active devices that the user can see, with their rooms. Null if unknown. */
export function useDevicesInUse(): readonly Device[] | null {
  const found = useLiveQuery(
    useDocuments().collection('device').where('retiredAt', '==', null).limit(MAX_DEVICES),
  );
  return 'value' in found
    ? found.value.filter((device): device is Device => isWhole(device))
    : null;
}

type FoundRoom =
  | { readonly kind: 'loading' }
  | { readonly kind: 'found'; readonly room: Room }
  | { readonly kind: 'none' };

export function useOneRoom(roomId: string): FoundRoom {
  const found = useLiveDocument(`room/${roomId}`);
  if (!('value' in found)) return found.kind === 'loading' ? { kind: 'loading' } : { kind: 'none' };
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', room: found.value }
    : { kind: 'none' };
}

/** The devices that were in a room, newest first. */
export function useStays(roomId: string): UseQueryResult<StayList> {
  const http = useHttp();
  return useQuery({
    queryKey: ['stays', 'room', roomId],
    queryFn: () => http.call(deviceApi.staysInRoom, { params: { roomId } }),
  });
}

/** Moves a device to a room, or out of its room (null), and reloads all stays. */
export function usePlaceDevice(): (serial: string, roomId: string | null) => Promise<void> {
  const http = useHttp();
  const queries = useQueryClient();
  return (serial, roomId) =>
    http.call(deviceApi.place, { params: { serial }, body: { roomId } }).finally(() => {
      void queries.invalidateQueries({ queryKey: ['stays'] });
    });
}
