import { ProblemError } from '@yamori/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from './page-state.tsx';
import css from './page-section.module.css';
import { ProblemState } from './problem-state.tsx';

type LoadedProps<Value> = {
  readonly query: UseQueryResult<Value>;
  /** Sample data of typical size, rendered invisibly to reserve the space of the result. */
  readonly shape?: Value | undefined;
  readonly children: (value: Value) => ReactNode;
};

/** The result of a query; a placeholder before it, and an error state on failure. */
export function QueryBoundary<Value>({ query, shape, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null && shape !== undefined)
    return (
      <div className={css['shape']} aria-busy="true">
        <div inert aria-hidden="true">
          {children(shape)}
        </div>
      </div>
    );
  if (query.error === null)
    return (
      <div className={css['loading']} aria-busy="true">
        <Skeleton height={20} width="60%" />
        <Skeleton height={44} />
      </div>
    );
  // Other errors are bugs: the error boundary of the section shows them.
  if (!(query.error instanceof ProblemError)) throw query.error;
  return (
    <ProblemState problem={query.error.problem} onRetry={() => void query.refetch()} compact />
  );
}
