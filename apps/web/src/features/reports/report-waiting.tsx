import { ProblemError, type Problem } from '@yamori/domain';
import { ProblemState } from '../../kit/pages/problem-state.tsx';
import { Skeleton } from '../../kit/pages/page-state.tsx';
import css from './report.module.css';

/** A placeholder for a report, or the reason for its absence. */
export function ReportWaiting({
  error,
  onAgain,
}: {
  readonly error: Error | null;
  readonly onAgain: () => void;
}) {
  if (error === null)
    return (
      <div className={css['loading']} aria-busy="true" data-loading="">
        <Skeleton height={52} />
        <Skeleton height={110} />
        <Skeleton height={320} />
      </div>
    );
  // Anything else is a bug: the error page shows it.
  if (!(error instanceof ProblemError)) throw error;
  return (
    <ProblemState
      problem={error.problem}
      {...(isFinal(error.problem) ? {} : { onRetry: onAgain })}
    />
  );
}

/** Permanent problems: the same request gets the same answer, so offer no retry. */
const isFinal = ({ code }: Problem): boolean =>
  code === 'domain-not-found' || code.startsWith('report-');
