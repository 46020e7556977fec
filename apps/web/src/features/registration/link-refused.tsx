import type { Problem } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isPassing } from '../../live/offline/passing-problem.ts';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './registration.module.css';

type LinkRefusedProps = {
  readonly problem: Problem;
  /** Tries again; without it, the page reloads. */
  readonly onRetry?: () => void;
};

/**
 * A link that cannot be used: the reason and the alternatives. A problem unrelated to the link is
 * shown as such, with a retry.
 */
export function LinkRefused({
  problem,
  onRetry = () => globalThis.location.reload(),
}: LinkRefusedProps) {
  const { t } = useTranslation('registration');
  const formatProblem = useProblemMessage();
  if (isPassing(problem))
    return (
      <div className={css['page']}>
        <ProblemState problem={problem} onRetry={onRetry} />
      </div>
    );
  return (
    <div className={css['page']}>
      <ErrorState
        title={t('refused')}
        why={formatProblem(problem)}
        icon="alert"
        tone="danger"
        next={<LeaveLink />}
      />
    </div>
  );
}

/** Where to continue: the list for members, the sign-in page for others. */
export function LeaveLink() {
  const { t } = useTranslation('registration');
  const { user } = useViewer();
  return user === null ? (
    <Link to="/login">{t('toLogin')}</Link>
  ) : (
    <Link to="/">{t('toHome')}</Link>
  );
}

export const LinkChecking = () => (
  <div className={css['page']}>
    <LoadingState />
  </div>
);
