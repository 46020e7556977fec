import { ProblemError } from '@yamori/domain';

/**
 * A token or assertion that fails validation. Users read one text for all reasons; `reason` is for
 * the log and names the check, never a value.
 */
export const rejectIdentity = (reason: string): ProblemError =>
  new ProblemError('sign-in-proof-refused', { details: { reason } });
