import type { Case, TestSelector } from './case-table.ts';
import type { TestResult } from './test-reports.ts';

/**
 * `passed`: all selectors match and no test failed. `skipped`: this machine lacks what all of its
 * tests need. `untested`: the table says that no test exists yet. Only `failed` fails the run.
 */
export type Verdict = {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'untested';
  readonly summary: string;
};

/** A test may be skipped only if its name gives the reason in this form. */
const SKIP_REASON = /\((skipped where|left out:) /;

/**
 * Judges each case by the results of a run. A case fails if one of its tests failed, was skipped
 * without a reason, or did not run.
 */
export const judgeCases = (cases: readonly Case[], results: readonly TestResult[]): Verdict[] =>
  cases.map((testCase) => judgeCase(testCase, results));

function judgeCase(testCase: Case, results: readonly TestResult[]): Verdict {
  const { id, description, passedLabel, failedLabel, selectors } = testCase;
  if (selectors.length === 0) {
    return { id, status: 'untested', summary: `${id}  no test yet: ${description}` };
  }
  const selected = results.filter((result) =>
    selectors.some((selector) => isSelected(result, selector)),
  );
  const count = (outcome: TestResult['outcome']): number =>
    selected.filter((result) => result.outcome === outcome).length;
  const counts = [
    `${id}  ${count('passed')} ${passedLabel}`,
    `${count('failed')} ${failedLabel}`,
    ...(count('skipped') === 0 ? [] : [`${count('skipped')} skipped`]),
  ].join(', ');

  const missing = selectors.filter(
    (selector) => !results.some((result) => isSelected(result, selector)),
  );
  if (missing.length > 0) {
    const names = missing.map(formatSelector).join(', ');
    return { id, status: 'failed', summary: `${counts}; no such test: ${names}` };
  }
  const unexplained = selected.find(
    ({ outcome, name }) => outcome === 'skipped' && !SKIP_REASON.test(name),
  );
  if (unexplained !== undefined) {
    return { id, status: 'failed', summary: `${counts}, without a reason: ${unexplained.name}` };
  }
  if (count('failed') > 0) return { id, status: 'failed', summary: counts };
  return { id, status: count('passed') > 0 ? 'passed' : 'skipped', summary: counts };
}

const isSelected = (result: TestResult, { file, namePart }: TestSelector): boolean =>
  result.file === file && (namePart === null || result.name.includes(namePart));

const formatSelector = ({ file, namePart }: TestSelector): string =>
  namePart === null ? file : `${file} › ${namePart}`;
