import { ProblemError, type Problem } from '@yamori/domain';

/** What was answered, or could not be asked, is said at once; anything else may be a stumble. */
export const again = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ProblemError);

/**
 * The same question of the same report gets this answer every time: nobody is offered to ask it
 * again.
 */
export const isFinal = ({ code }: Problem): boolean =>
  code === 'domain-not-found' || code.startsWith('report-');
