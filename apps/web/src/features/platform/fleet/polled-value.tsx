import { ProblemError } from '@yamori/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../kit/clock/age.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import css from './fleet.module.css';

type PolledValueProps<Value> = {
  readonly query: UseQueryResult<Value>;
  /** As for `QueryBoundary`. */
  readonly shape?: Value;
  readonly children: (value: Value) => ReactNode;
};

/** The last value, with its age if a refresh failed. */
export function PolledValue<Value>({ query, shape, children }: PolledValueProps<Value>) {
  return (
    <>
      {query.data !== undefined && query.error !== null ? (
        <Stale at={query.dataUpdatedAt} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <QueryBoundary query={query} shape={shape}>
        {children}
      </QueryBoundary>
    </>
  );
}

function Stale({
  at,
  error,
  onRetry,
}: {
  readonly at: number;
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation('fleet');
  const formatProblem = useProblemMessage();
  return (
    <output className={css['stale']}>
      <ToolIcon name="alert" size={16} />
      <span>
        {error instanceof ProblemError ? formatProblem(error.problem) : t('unread')} {t('asOf')}{' '}
        <Age at={new Date(at)} kind="ago" />
      </span>
      <Button onClick={onRetry}>{t('again')}</Button>
    </output>
  );
}
