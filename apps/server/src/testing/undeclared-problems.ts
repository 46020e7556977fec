import { afterAll, afterEach, beforeAll } from 'vitest';
import { undeclaredProblems, type UndeclaredProblem } from '../core/http/problem-reply.ts';

/** Fails a test during which a server of this process answered an undeclared problem. */
const found = new Set<string>();
const collect = (message: unknown): void => {
  // Only problem-reply.ts publishes here.
  const { operation, code } = message as UndeclaredProblem;
  found.add(`${operation}: ${code}`);
};

beforeAll(() => undeclaredProblems.subscribe(collect));
afterAll(() => {
  undeclaredProblems.unsubscribe(collect);
});

afterEach(() => {
  const undeclared = [...found];
  found.clear();
  if (undeclared.length > 0)
    throw new Error(`problems that endpoints do not declare: ${undeclared.join(', ')}`);
});
