import { ProblemError } from '@yamori/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from './page-state.tsx';
import css from './page-section.module.css';
import { ProblemState } from './problem-state.tsx';

type LoadedProps<Value> = { readonly query: UseQueryResult<Value>; readonly children: (value: Value) => ReactNode };

/** What a question was answered with; until then its place is held, and a refusal stands in it. */
export function Loaded<Value>({ query, children }: LoadedProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <div className={css['loading']} aria-busy="true"><Skeleton height={20} width="60%" /><Skeleton height={44} /></div>;
  // Anything else is a fault of ours: the section says so.
  if (!(query.error instanceof ProblemError)) throw query.error;
  return <ProblemState problem={query.error.problem} onRetry={() => void query.refetch()} compact />;
}
