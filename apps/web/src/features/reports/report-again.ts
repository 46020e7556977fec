import { ProblemError, type Problem } from '@yamori/domain';

/** Do not retry an answer, or a request without network; anything else may be temporary. */
export const again = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ProblemError);

/** Permanent problems: the same request gets the same answer, so offer no retry. */
export const isFinal = ({ code }: Problem): boolean =>
  code === 'domain-not-found' || code.startsWith('report-');
