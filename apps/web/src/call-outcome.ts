import { ProblemError, type Problem } from '@yamori/domain';

export type CallOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** What a call came to, with an expected refusal as a value; a fault of ours is thrown on. */
export async function outcomeOf<Value>(call: () => Promise<Value>): Promise<CallOutcome<Value>> {
  try {
    return { kind: 'done', value: await call() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}
