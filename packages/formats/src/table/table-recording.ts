import type {
  FormatProblem,
  Recording,
  RecordingAnnotation,
  RecordingStream,
} from '../recording.ts';
import type { CsvColumn } from './csv-column.ts';
import type { TableTimes, TimeSteps } from './table-times.ts';

export type TableParts = {
  readonly columns: readonly CsvColumn[];
  /** Columns that say when, and no series of their own. */
  readonly timeColumns: readonly CsvColumn[];
  readonly startedAt: string | null;
  readonly sampleRateHz: number;
  readonly times: TableTimes | null;
  readonly gaps: TimeSteps['gaps'];
  readonly units: Readonly<Record<string, string>>;
  readonly problems: readonly FormatProblem[];
};

/**
 * Columns of numbers become streams, columns of words become annotations (one for each run of equal
 * cells, "name: word"), and what a marker column holds becomes an annotation at its row.
 */
export function tableRecording(parts: TableParts): Recording {
  const own = parts.columns.filter((column) => !parts.timeColumns.includes(column));
  // A row whose time cannot be read is where its number says.
  const timeOf = (row: number): number => {
    const seconds = parts.times?.seconds[row] ?? Number.NaN;
    return Number.isFinite(seconds) ? seconds : row / parts.sampleRateHz;
  };
  const rowSeconds = 1 / parts.sampleRateHz;
  // Without a rate nobody knows when a row was.
  const annotations = !(parts.sampleRateHz > 0)
    ? []
    : own.flatMap((column) =>
        column.texts === null
          ? marks(column, timeOf)
          : runs(column, column.texts, { timeOf, rowSeconds }),
      );
  return {
    startedAt: parts.startedAt,
    streams: own.filter((column) => column.texts === null).map((column) => streamOf(column, parts)),
    annotations: annotations.toSorted((one, other) => one.onsetSeconds - other.onsetSeconds),
    gaps: parts.gaps,
    problems: parts.problems,
  };
}

const streamOf = (column: CsvColumn, { sampleRateHz, units }: TableParts): RecordingStream => ({
  label: column.name,
  unit:
    units[column.name] ?? /[[(（［]([^\])）］]{1,20})[\])）］]\s*$/.exec(column.name)?.[1] ?? '',
  sampleRateHz,
  samples: { kind: 'physical', values: column.values },
});

const MARKER_NAME = /^(marker|markierung|marqueur|event|evento|button)$/i;
const MOST_RUNS = 100_000;

function marks(column: CsvColumn, timeOf: (row: number) => number): RecordingAnnotation[] {
  if (!MARKER_NAME.test(column.name)) return [];
  const found: RecordingAnnotation[] = [];
  for (const [row, value] of column.values.entries())
    if (value > 0 && found.length < MOST_RUNS)
      found.push({ onsetSeconds: timeOf(row), durationSeconds: null, text: column.name });
  return found;
}

type RowTimes = { readonly timeOf: (row: number) => number; readonly rowSeconds: number };

function runs(
  column: CsvColumn,
  texts: readonly string[],
  { timeOf, rowSeconds }: RowTimes,
): RecordingAnnotation[] {
  const found: RecordingAnnotation[] = [];
  for (let begin = 0; begin < texts.length && found.length < MOST_RUNS;) {
    let end = begin + 1;
    while (end < texts.length && texts[end] === texts[begin]) end++;
    const text = texts[begin] ?? '';
    if (text !== '')
      found.push({
        onsetSeconds: timeOf(begin),
        durationSeconds: timeOf(end - 1) - timeOf(begin) + rowSeconds,
        text: `${column.name}: ${text}`,
      });
    begin = end;
  }
  return found;
}
