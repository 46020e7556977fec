import { ProblemError } from '@yamori/domain';

/** What was answered, or could not be asked, is said at once; anything else may be a stumble. */
export const again = (count: number, error: Error): boolean => count < 2 && !(error instanceof ProblemError);
