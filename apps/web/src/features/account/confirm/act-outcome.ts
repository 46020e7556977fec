import { ProblemError, type Problem } from '@yamori/domain';

/** `cancelled`: somebody did not want to show who they are after all; nothing was done. */
export type ActOutcome<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'cancelled' } | { readonly kind: 'refused'; readonly problem: Problem };

/** What a call came to, with an expected refusal as a value. */
export async function outcomeOf<Value>(act: () => Promise<Value>): Promise<ActOutcome<Value>> {
  try {
    return { kind: 'done', value: await act() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}
