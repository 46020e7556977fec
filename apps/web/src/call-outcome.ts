import { ProblemError, type Problem } from '@yamori/domain';

export type CallOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** The result of a call, with an expected problem as a value; other errors are rethrown. */
export async function attempt<Value>(call: () => Promise<Value>): Promise<CallOutcome<Value>> {
  try {
    return { kind: 'done', value: await call() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}
