import type {
  FormatProblem,
  Recording,
  RecordingAnnotation,
  RecordingStream,
} from '../recording.ts';
import type { CsvColumn } from './table-head.ts';
import type { TableTimes, TimeSteps } from './table-times.ts';

type TableRecordingOptions = {
  readonly columns: readonly CsvColumn[];
  /** Columns with times, which are not series. */
  readonly timeColumns: readonly CsvColumn[];
  readonly startedAt: string | null;
  readonly sampleRateHz: number;
  readonly times: TableTimes | null;
  readonly gaps: TimeSteps['gaps'];
  readonly units: Readonly<Record<string, string>>;
  readonly problems: readonly FormatProblem[];
};

/**
 * Numeric columns become streams. Text columns become annotations ("name: text"), one for each run
 * of equal cells. Non-zero cells of a marker column become annotations at their rows.
 */
export function tableRecording(options: TableRecordingOptions): Recording {
  const own = options.columns.filter((column) => !options.timeColumns.includes(column));
  // A row without a readable time is placed by its index.
  const getRowSeconds = (row: number): number => {
    const seconds = options.times?.seconds[row] ?? Number.NaN;
    return Number.isFinite(seconds) ? seconds : row / options.sampleRateHz;
  };
  const rowSeconds = 1 / options.sampleRateHz;
  // Without a rate the times of rows are unknown.
  const annotations = !(options.sampleRateHz > 0)
    ? []
    : own.flatMap((column) =>
        column.texts === null
          ? markAnnotations(column, getRowSeconds)
          : runAnnotations(column, column.texts, { getRowSeconds, rowSeconds }),
      );
  return {
    startedAt: options.startedAt,
    streams: own
      .filter((column) => column.texts === null)
      .map((column) => toStream(column, options)),
    annotations: annotations.toSorted((one, other) => one.onsetSeconds - other.onsetSeconds),
    gaps: options.gaps,
    problems: options.problems,
  };
}

const toStream = (
  column: CsvColumn,
  { sampleRateHz, units }: TableRecordingOptions,
): RecordingStream => ({
  label: column.name,
  unit:
    units[column.name] ?? /[[(（［]([^\])）］]{1,20})[\])）］]\s*$/.exec(column.name)?.[1] ?? '',
  sampleRateHz,
  samples: { kind: 'physical', values: column.values },
});

const MARKER_NAME = /^(marker|markierung|marqueur|event|evento|button)$/i;
const MAX_RUNS = 100_000;

function markAnnotations(
  column: CsvColumn,
  getRowSeconds: (row: number) => number,
): RecordingAnnotation[] {
  if (!MARKER_NAME.test(column.name)) return [];
  const found: RecordingAnnotation[] = [];
  for (const [row, value] of column.values.entries())
    if (value > 0 && found.length < MAX_RUNS)
      found.push({ onsetSeconds: getRowSeconds(row), durationSeconds: null, text: column.name });
  return found;
}

type RowTimes = { readonly getRowSeconds: (row: number) => number; readonly rowSeconds: number };

function runAnnotations(
  column: CsvColumn,
  texts: readonly string[],
  { getRowSeconds, rowSeconds }: RowTimes,
): RecordingAnnotation[] {
  const found: RecordingAnnotation[] = [];
  for (let begin = 0; begin < texts.length && found.length < MAX_RUNS;) {
    let end = begin + 1;
    while (end < texts.length && texts[end] === texts[begin]) end++;
    const text = texts[begin] ?? '';
    if (text !== '')
      found.push({
        onsetSeconds: getRowSeconds(begin),
        durationSeconds: getRowSeconds(end - 1) - getRowSeconds(begin) + rowSeconds,
        text: `${column.name}: ${text}`,
      });
    begin = end;
  }
  return found;
}
