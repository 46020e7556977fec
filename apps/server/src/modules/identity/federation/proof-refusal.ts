import { ProblemError, refuse } from '@yamori/domain';

/**
 * A token or an assertion that does not prove what it says. People read one sentence for all of
 * them; `reason` is for the log and names a check, never a value of the proof.
 */
export const refuseProof = (reason: string): ProblemError =>
  refuse('sign-in-proof-refused', { details: { reason } });
