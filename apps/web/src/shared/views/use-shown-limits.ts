import {
  parameterApi,
  shownLimits,
  type FigureLimits,
  type LimitedFigure,
  type ParameterOverrides,
} from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHttp } from '../../api/http-context.ts';
import { useRoomView } from './shown-views.tsx';

type LimitedRoom = {
  readonly documentReferenceId: string;
  readonly viewId: string | null;
  readonly domainId: string;
  readonly parameterOverrides: ParameterOverrides;
};

/** Maximum delay until an open board shows changed limits. */
const FRESH_MS = 30_000;
const NONE: ReadonlyMap<LimitedFigure, FigureLimits> = new Map();
const NAMES: readonly string[] = [];

/**
 * The limits that a room's view draws, with the room's values. The values of its organisation and
 * ancestors are loaded once for all rooms, and refreshed while shown.
 */
export function useShownLimits({
  documentReferenceId: roomId,
  viewId,
  domainId,
  parameterOverrides,
}: LimitedRoom): ReadonlyMap<LimitedFigure, FigureLimits> {
  const http = useHttp();
  const named = useRoomView({ viewId, domainId })?.thresholdsShown ?? NAMES;
  const { data } = useQuery({
    queryKey: ['inherited-thresholds', 'rooms', domainId],
    queryFn: () => http.call(parameterApi.inheritedInRoom, { params: { roomId } }),
    enabled: named.length > 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  return useMemo(
    () =>
      data === undefined || named.length === 0
        ? NONE
        : shownLimits(named, [
            Object.fromEntries(data.values.map(({ key, value }) => [key, value])),
            parameterOverrides,
          ]),
    [data, named, parameterOverrides],
  );
}
