import type { CsvFieldName, Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useIssueWords } from '../../ui/form/use-issue-words.ts';
import { useProblemWords } from '../../ui/pages/problem-words.ts';

/** Why a row is refused, in one sentence: each field that is wrong by name, or what its write met. */
export function useProblemReason(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('csvImport');
  const issueWords = useIssueWords();
  const problemWords = useProblemWords();
  return (problem) => {
    if (problem.code !== 'csv-row-invalid' || problem.issues === undefined) return problemWords(problem);
    return problem.issues.map((issue) => {
      // Whether the field has a name is asked at run time; the keys' type cannot know it.
      const name = i18n.exists(`fields.${issue.field}`, { ns: 'csvImport' }) ? t(`fields.${issue.field as CsvFieldName}`) : '';
      return `${name === '' ? '' : `${name}: `}${issue.code !== 'value-required' && hasChoices(issue.field) ? t('notAChoice', { choices: t(`choices.${issue.field}`) }) : issueWords(issue)}`;
    }).join(' ');
  };
}

/** Fields of a few words: whoever wrote another one wants to know which they are, in their own words. */
const CHOICES = ['occupantSex', 'connection', 'accessLevel'] as const;
const hasChoices = (field: string): field is (typeof CHOICES)[number] => CHOICES.some((one) => one === field);
