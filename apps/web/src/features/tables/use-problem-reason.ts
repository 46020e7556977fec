import { CSV_FIELDS, type CsvFieldName, type CsvForm, type Problem } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useIssueWords } from '../../kit/form/use-issue-words.ts';
import { useProblemWords } from '../../kit/pages/problem-words.ts';

/**
 * Why a row is refused, in one sentence: each field that is wrong by name, or what its write met.
 */
export function useProblemReason(): (problem: Problem) => string {
  const { t, i18n } = useTranslation('csvImport');
  const issueWords = useIssueWords();
  const problemWords = useProblemWords();
  return (problem) => {
    if (problem.code !== 'csv-row-invalid' || problem.issues === undefined)
      return problemWords(problem);
    return problem.issues
      .map((issue) => {
        // Whether the field has a name is asked at run time; the keys' type cannot know it.
        const name = i18n.exists(`fields.${issue.field}`, { ns: 'csvImport' })
          ? t(`fields.${issue.field as CsvFieldName}`)
          : '';
        const wrote = wanted(issue.field, issue.code, issue.details?.['expected']);
        const words =
          issue.code !== 'value-required' && hasChoices(issue.field)
            ? t('notAChoice', { choices: t(`choices.${issue.field}`) })
            : wrote === null
              ? issueWords(issue)
              : t(`wanted.${wrote}`);
        return `${name === '' ? '' : `${name}: `}${words}`;
      })
      .join(' ');
  };
}

/**
 * Fields of a few words: whoever wrote another one wants to know which they are, in their own
 * words.
 */
const CHOICES = ['occupantSex', 'connection', 'accessLevel'] as const;
const hasChoices = (field: string): field is (typeof CHOICES)[number] =>
  CHOICES.some((one) => one === field);

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
 * What a cell that could not be read should have been: whoever keeps a table knows figures, dates
 * and times, and no types of values. Null where it could be read, and the catalogue says what else
 * is wrong with it.
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

/** Counted in whole numbers, also where what was written is no number at all. */
const WHOLE: readonly string[] = [
  'capacity',
  'occupantBirthYear',
  'awakenings',
  'outOfBedCount',
] satisfies readonly CsvFieldName[];
