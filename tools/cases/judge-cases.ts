import type { Case, TestChoice } from './case-table.ts';
import type { RanTest } from './test-reports.ts';

/**
 * `untested`: the table says that there is no test yet; `leftOut`: its tests need what is not here.
 * Both are said and fail nothing.
 */
export type Verdict = {
  readonly id: string;
  readonly kind: 'shown' | 'broken' | 'leftOut' | 'untested';
  readonly line: string;
};

/**
 * How our tests say by their names why they may be left out; one that does not say so has to run.
 */
const REASON = /\((skipped where|left out:) /;

/**
 * What a run shows of each case. A test that the table names and the run does not know breaks its
 * case, as does one that failed, and one that was left out without a reason.
 */
export const judgeCases = (cases: readonly Case[], tests: readonly RanTest[]): Verdict[] =>
  cases.map((one) => judge(one, tests));

function judge(one: Case, tests: readonly RanTest[]): Verdict {
  const { id, good, bad } = one;
  if (one.tests.length === 0)
    return { id, kind: 'untested', line: `${id}  no test yet: ${one.what}` };
  const missing = one.tests.filter((choice) => !tests.some((test) => isChosen(test, choice)));
  const chosen = tests.filter((test) => one.tests.some((choice) => isChosen(test, choice)));
  const count = (outcome: RanTest['outcome']): number =>
    chosen.filter((test) => test.outcome === outcome).length;
  const [passed, failed, leftOut] = [count('passed'), count('failed'), count('leftOut')];
  const line = `${id}  ${passed} ${good}, ${failed} ${bad}${leftOut === 0 ? '' : `, ${leftOut} left out`}`;
  if (missing.length > 0)
    return {
      id,
      kind: 'broken',
      line: `${line}; no such test: ${missing.map(wordsOf).join(', ')}`,
    };
  const silent = chosen.find((test) => test.outcome === 'leftOut' && !REASON.test(test.name));
  if (silent !== undefined)
    return { id, kind: 'broken', line: `${line}, without a reason: ${silent.name}` };
  if (failed > 0) return { id, kind: 'broken', line };
  return { id, kind: passed > 0 ? 'shown' : 'leftOut', line };
}

const isChosen = (test: RanTest, { file, words }: TestChoice): boolean =>
  test.file === file && (words === null || test.name.includes(words));
const wordsOf = ({ file, words }: TestChoice): string =>
  words === null ? file : `${file} › ${words}`;
