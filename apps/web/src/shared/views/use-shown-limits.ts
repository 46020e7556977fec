import {
  shownLimits,
  type FigureLimits,
  type LimitedFigure,
  type ParameterOverrides,
} from '@yamori/domain';
import { useMemo } from 'react';
import { useRoomsInherited } from '../thresholds/api.ts';
import { useRoomView } from './shown-views.tsx';

type LimitedRoom = {
  readonly documentReferenceId: string;
  readonly viewId: string | null;
  readonly domainId: string;
  readonly parameterOverrides: ParameterOverrides;
};

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
  const named = useRoomView({ viewId, domainId })?.thresholdsShown ?? NAMES;
  const { data } = useRoomsInherited(domainId, roomId, named.length > 0);
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
