import { CSV_FIELDS, type CsvFieldName, type CsvForm, type Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useIssueMessage } from '../../kit/form/use-issue-message.ts';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';

/**
 * Why a row is rejected, in one sentence: each invalid field by name, or the error of its write.
 */
export function useProblemReason(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('csvImport');
  const issueMessage = useIssueMessage();
  const formatProblem = useProblemMessage();
  return (problem) => {
    if (problem.code !== 'csv-row-invalid' || problem.issues === undefined)
      return formatProblem(problem);
    return problem.issues
      .map((issue) => {
        // The key type cannot tell whether the field has a name, so check at run time.
        const name = i18n.exists(`fields.${issue.field}`, { ns: 'csvImport' })
          ? t(`fields.${issue.field as CsvFieldName}`)
          : '';
        const wrote = wanted(issue.field, issue.code, issue.details?.['expected']);
        const words =
          issue.code !== 'value-required' && hasChoices(issue.field)
            ? t('notAChoice', { choices: t(`choices.${issue.field}`) })
            : wrote === null
              ? issueMessage(issue)
              : t(`wanted.${wrote}`);
        return `${name === '' ? '' : `${name}: `}${words}`;
      })
      .join(' ');
  };
}

/** Fields with a fixed set of values, which the message lists in the user's language. */
const CHOICES = ['occupantSex', 'connection', 'accessLevel'] as const;
const hasChoices = (field: string): field is (typeof CHOICES)[number] =>
  CHOICES.some((choice) => choice === field);

const FORMS: ReadonlyMap<string, CsvForm> = new Map(
  Object.values(CSV_FIELDS)
    .flat()
    .map(({ name, form }) => [name, form]),
);
const UNREADABLE: readonly string[] = [
  'type-wrong',
  'format-date',
  'format-datetime',
  'format-regex',
];

/**
 * The expected format of an unreadable cell, in everyday terms rather than types. Null if it was
 * readable; then the catalogue's text has the reason.
 */
function wanted(
  field: string,
  code: string,
  expected: unknown,
): 'number' | 'whole' | 'date' | 'moment' | 'clock' | 'serial' | null {
  if (!UNREADABLE.includes(code)) return null;
  if (field === 'serial') return 'serial';
  const form = FORMS.get(field);
  if (form === 'number') return expected === 'int' || WHOLE.includes(field) ? 'whole' : 'number';
  // The night's own times need no date.
  if (form === 'moment') return field === 'time' ? 'moment' : 'clock';
  return form === 'date' ? 'date' : null;
}

/** Whole numbers, even if the cell is not a number. */
const WHOLE: readonly string[] = [
  'capacity',
  'occupantBirthYear',
  'awakenings',
  'outOfBedCount',
] satisfies readonly CsvFieldName[];
