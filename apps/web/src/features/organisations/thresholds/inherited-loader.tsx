import { useMemo, type ReactNode } from 'react';
import { useInherited } from '../../../shared/thresholds/api.ts';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import type { Subject } from './threshold-save.ts';
import { toInherited, type Inherited } from './threshold-values.ts';

/** Loads the inherited values from the server, because the user may not see the ancestors. */
export function InheritedLoader({
  subject,
  children,
}: {
  readonly subject: Subject;
  readonly children: (inherited: Inherited) => ReactNode;
}) {
  const query = useInherited(subject.kind, subject.id);
  const { data } = query;
  const inherited = useMemo(() => (data === undefined ? null : toInherited(data.values)), [data]);
  return (
    <QueryBoundary query={query}>
      {() => (inherited === null ? null : children(inherited))}
    </QueryBoundary>
  );
}
