import { ProblemError, refuse } from '@yamori/domain';

/**
 * A token or assertion that fails validation. Users read one text for all reasons; `reason` is for
 * the log and names the check, never a value.
 */
export const refuseProof = (reason: string): ProblemError =>
  refuse('sign-in-proof-refused', { details: { reason } });
