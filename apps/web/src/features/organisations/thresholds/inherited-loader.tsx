import { parameterApi } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useHttp } from '../../../api/http-context.ts';
import { Loaded } from '../../../kit/pages/loaded.tsx';
import type { Subject } from './threshold-save.ts';
import { inheritedOf, type Inherited } from './threshold-values.ts';

/** Poll interval: ancestors can change, and no visible document reports it. */
const ASKED_AGAIN_MS = 10_000;

/** Loads the inherited values from the server, because the reader may not see the ancestors. */
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
