import { shownLimits, type FigureLimits, type LimitedFigure, type ParameterOverrides } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDomainsClient } from '../../client/domains-client.ts';
import { useOrganisations } from '../organisations/use-organisations.ts';
import { useRoomView } from './shown-views.tsx';

type LimitedRoom = { readonly viewId: string | null; readonly domainId: string; readonly parameterOverrides: ParameterOverrides };

const FRESH_MS = 60_000;
const NONE: ReadonlyMap<LimitedFigure, FigureLimits> = new Map();
const NAMES: readonly string[] = [];

/** The limits that a room's view draws, as they hold in the room; what its organisation inherits is asked once for all of its rooms. */
export function useShownLimits({ viewId, domainId, parameterOverrides }: LimitedRoom): ReadonlyMap<LimitedFigure, FigureLimits> {
  const client = useDomainsClient();
  const named = useRoomView({ viewId, domainId })?.thresholdsShown ?? NAMES;
  const organisation = useOrganisations().find(({ documentReferenceId }) => documentReferenceId === domainId);
  const own = organisation?.parameterOverrides;
  const { data } = useQuery({ queryKey: ['inherited-thresholds', 'domain', domainId], queryFn: () => client.inherited({ kind: 'domain', id: domainId }), enabled: named.length > 0 && own !== undefined, staleTime: FRESH_MS });
  return useMemo(() => (data === undefined || own === undefined || named.length === 0 ? NONE : shownLimits(named, [Object.fromEntries(data.map(({ key, value }) => [key, value])), own, parameterOverrides])), [data, own, named, parameterOverrides]);
}
