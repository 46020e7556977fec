import type { Problem } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isPassing } from '../../live/offline/passing-problem.ts';
import { LoadingState, TroubleState } from '../../kit/pages/page-state.tsx';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { useProblemWords } from '../../kit/pages/problem-words.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './registration.module.css';

type LinkRefusedProps = {
  readonly problem: Problem;
  /** Asks again, where the page can; else the page is loaded anew. */
  readonly onRetry?: () => void;
};

/**
 * A link that cannot be used: why, and what to do instead. What has nothing to do with the link is
 * said as it is, and tried again.
 */
export function LinkRefused({
  problem,
  onRetry = () => globalThis.location.reload(),
}: LinkRefusedProps) {
  const { t } = useTranslation('registration');
  const words = useProblemWords();
  if (isPassing(problem))
    return (
      <div className={css['page']}>
        <ProblemState problem={problem} onRetry={onRetry} />
      </div>
    );
  return (
    <div className={css['page']}>
      <TroubleState
        title={t('refused')}
        why={words(problem)}
        icon="alert"
        tone="danger"
        next={<WayOut />}
      />
    </div>
  );
}

/** For whoever cannot go on here: the list for members, the sign-in page for others. */
export function WayOut() {
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
