import type { Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import { ErrorState } from './page-state.tsx';

const REFUSED = new Set([
  'access-refused',
  'document-forbidden',
  'query-refused',
  'session-required',
  'session-ended',
]);

/** A named problem instead of the content that could not be shown. */
export function ProblemState({
  problem,
  onRetry,
  compact = false,
}: {
  problem: Problem;
  onRetry?: () => void;
  compact?: boolean;
}) {
  const { t } = useTranslation('pages');
  const formatProblem = useProblemMessage();
  const refused = REFUSED.has(problem.code);
  const again =
    onRetry === undefined || refused ? undefined : <Button onClick={onRetry}>{t('retry')}</Button>;
  if (problem.code === 'network-unreachable')
    return (
      <ErrorState
        title={t('offline')}
        why={t('offlineWhy')}
        icon="wifiOff"
        tone="warning"
        compact={compact}
        next={again}
      />
    );
  return (
    <ErrorState
      title={t('failed')}
      why={formatProblem(problem)}
      icon={refused ? 'info' : 'alert'}
      tone={refused ? 'none' : 'danger'}
      compact={compact}
      next={again}
    />
  );
}
