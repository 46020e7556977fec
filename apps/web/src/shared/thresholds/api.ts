import { parameterApi, type InheritedThresholds } from '@yamori/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useHttp } from '../../api/http-context.ts';

/** Maximum delay until an open board shows changed limits. */
const BOARD_REFRESH_MS = 30_000;
/** Ancestors can change, and no visible document reports it. */
const EDITOR_REFRESH_MS = 10_000;

/** The values that the rooms of an organisation inherit; read by one of them, shared by all. */
export function useRoomsInherited(
  domainId: string,
  roomId: string,
  enabled: boolean,
): UseQueryResult<InheritedThresholds> {
  const http = useHttp();
  return useQuery({
    queryKey: ['inherited-thresholds', 'rooms', domainId],
    queryFn: () => http.call(parameterApi.inheritedInRoom, { params: { roomId } }),
    enabled,
    staleTime: BOARD_REFRESH_MS,
    refetchInterval: BOARD_REFRESH_MS,
  });
}

/** The values that a room or an organisation inherits; the user may not see the ancestors. */
export function useInherited(
  kind: 'room' | 'domain',
  id: string,
): UseQueryResult<InheritedThresholds> {
  const http = useHttp();
  return useQuery({
    queryKey: ['inherited-thresholds', kind, id],
    queryFn: () =>
      kind === 'room'
        ? http.call(parameterApi.inheritedInRoom, { params: { roomId: id } })
        : http.call(parameterApi.inheritedInDomain, { params: { domainId: id } }),
    staleTime: 0,
    refetchInterval: EDITOR_REFRESH_MS,
  });
}
