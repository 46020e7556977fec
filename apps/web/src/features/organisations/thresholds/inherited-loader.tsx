import { parameterApi } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useHttp } from '../../../api/http-context.ts';
import { Loaded } from '../../../kit/pages/loaded.tsx';
import type { Subject } from './threshold-save.ts';
import { inheritedOf, type Inherited } from './threshold-values.ts';

/** Others change what is above this, and no document tells its reader. */
const ASKED_AGAIN_MS = 10_000;

/**
 * What holds where nothing is set, asked of the server: organisations above may not be this
 * reader's to see.
 */
export function InheritedLoader({
  subject,
  children,
}: {
  readonly subject: Subject;
  readonly children: (inherited: Inherited) => ReactNode;
}) {
  const http = useHttp();
  const query = useQuery({
    queryKey: ['inherited-thresholds', subject.kind, subject.id],
    queryFn: () =>
      subject.kind === 'room'
        ? http.call(parameterApi.inheritedInRoom, { params: { roomId: subject.id } })
        : http.call(parameterApi.inheritedInDomain, { params: { domainId: subject.id } }),
    staleTime: 0,
    refetchInterval: ASKED_AGAIN_MS,
  });
  const { data } = query;
  const inherited = useMemo(() => (data === undefined ? null : inheritedOf(data.values)), [data]);
  return <Loaded query={query}>{() => (inherited === null ? null : children(inherited))}</Loaded>;
}
