import { ACCIDENT_PARAMETERS } from '@yamori/domain';
import type { FormRules } from '../../../kit/form/form-store.ts';
import { useIssueWords } from '../../../kit/form/use-issue-words.ts';
import type { createFaults, ThresholdValues } from './threshold-values.ts';

/** A validator for each threshold, with errors in the reader's language. */
export function useThresholdRules(
  faults: ReturnType<typeof createFaults>,
): FormRules<ThresholdValues> {
  const issueWords = useIssueWords();
  return Object.fromEntries(
    ACCIDENT_PARAMETERS.map(({ key }) => [
      key,
      [
        (value: unknown, values: ThresholdValues) => {
          const issue = faults(values).get(key);
          if (issue === undefined) return true;
          return issueWords(Number.isNaN(value) ? { ...issue, code: 'value-required' } : issue);
        },
      ],
    ]),
  );
}
