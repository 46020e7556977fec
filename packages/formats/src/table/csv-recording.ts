import { actilifeTiming } from '../actigraphy/actilife.ts';
import { type FormatProblem, type Recording, refusedRecording } from '../recording.ts';
import { type CsvTable, parseCsvTable } from './csv-table.ts';
import { type CsvColumn } from './table-head.ts';
import { tableRecording } from './table-recording.ts';
import {
  secondsTimes,
  type TableTimes,
  tableTimes,
  timeSteps,
  type TimeSteps,
} from './table-times.ts';

export type CsvRate =
  | { readonly kind: 'fixed'; readonly sampleRateHz: number }
  | { readonly kind: 'timeColumn'; readonly name: string }
  /** From a comment with the rate, otherwise from a column of seconds or of dates and times. */
  | { readonly kind: 'found' };

export type CsvOptions = {
  readonly rate: CsvRate;
  /** Columns to read, by trimmed name; by default all but the time column. */
  readonly columns?: readonly string[];
  /** Unit by column name; by default from brackets at the end of the name, or from a comment. */
  readonly units?: Readonly<Record<string, string>>;
  readonly startedAt?: string;
};

/**
 * Reads a numeric CSV or text table (see `parseCsvTable`) as streams of one rate. Missing cells are
 * NaN. If no rate is found the streams have rate 0; if a given rate is invalid, nothing is read.
 */
export function readCsv(input: Uint8Array | string, options: CsvOptions): Recording {
  const table = parseCsvTable(input);
  return csvRecording(table, options);
}

export function csvRecording(table: CsvTable, options: CsvOptions): Recording {
  const timing = findTiming(table, options.rate);
  if (timing.kind === 'refused') return refusedRecording(timing.problem);
  const chosen = chooseColumns(table, options.columns);
  const commentUnits = commentValue(table, 'units')?.split('\t') ?? [];
  const columns = nameByComment(table, chosen.columns);
  // A column of dates is not a series, even with a given rate; a column of seconds may be one.
  const dates =
    options.rate.kind === 'fixed'
      ? tableTimes(table.columns.filter((column) => column.texts !== null))
      : null;
  const units =
    options.units ??
    (commentUnits.length === 1
      ? Object.fromEntries(columns.map((column) => [column.name, commentUnits[0] ?? '']))
      : {});
  return tableRecording({
    columns,
    units,
    timeColumns: dates?.columns ?? timing.times?.columns ?? [],
    startedAt:
      options.startedAt ?? timing.times?.startedAt ?? timing.startedAt ?? dates?.startedAt ?? null,
    sampleRateHz: timing.steps.sampleRateHz,
    times: timing.times,
    gaps: timing.steps.gaps,
    problems: [...table.problems, ...timing.steps.problems, ...chosen.problems],
  });
}

function chooseColumns(
  table: CsvTable,
  requested: readonly string[] | undefined,
): { readonly columns: readonly CsvColumn[]; readonly problems: readonly FormatProblem[] } {
  if (requested === undefined) return { columns: table.columns, problems: [] };
  const problems: FormatProblem[] = [];
  const columns = requested.flatMap((name) => {
    const column = columnNamed(table.columns, name);
    if (column === undefined)
      problems.push({
        code: 'badHeader',
        message: `unknown column "${name}"; columns: ${joinNames(table)}`,
        byteOffset: 0,
      });
    return column ?? [];
  });
  return { columns, problems };
}

/** Matches the whole name, otherwise a line of a name with several lines. */
const columnNamed = (columns: readonly CsvColumn[], name: string): CsvColumn | undefined =>
  columns.find((column) => column.name === name.trim()) ??
  columns.find((column) => ` ${column.name} `.includes(` ${name.trim()} `));

const joinNames = (table: CsvTable): string =>
  table.columns.map((column) => `"${column.name}"`).join(', ');

type Timing =
  | {
      readonly kind: 'timing';
      readonly times: TableTimes | null;
      readonly steps: TimeSteps;
      readonly startedAt?: string | null;
    }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

const reject = (message: string): Timing => ({
  kind: 'refused',
  problem: { code: 'badRate', message, byteOffset: 0 },
});
const fixedRate = (sampleRateHz: number, startedAt: string | null = null): Timing => ({
  kind: 'timing',
  times: null,
  startedAt,
  steps: { sampleRateHz, gaps: [], problems: [] },
});

function findTiming(table: CsvTable, rate: CsvRate): Timing {
  switch (rate.kind) {
    case 'fixed':
      return rate.sampleRateHz > 0 && rate.sampleRateHz < Infinity
        ? fixedRate(rate.sampleRateHz)
        : reject(`rate ${rate.sampleRateHz} Hz is not a positive number`);
    case 'timeColumn': {
      const column = table.columns.find((each) => each.name === rate.name.trim());
      if (column === undefined)
        return reject(`unknown time column "${rate.name}"; columns: ${joinNames(table)}`);
      const times = tableTimes([column]) ?? secondsTimes(column);
      const steps = timeSteps(times.seconds);
      return steps === null
        ? reject(`time column "${rate.name}" does not increase`)
        : { kind: 'timing', times, steps };
    }
    case 'found':
      return foundTiming(table);
  }
}

function foundTiming(table: CsvTable): Timing {
  const stated = Number.parseFloat(commentValue(table, 'sampling rate') ?? '');
  if (stated > 0 && stated < Infinity) return fixedRate(stated);
  const actilife = actilifeTiming(table.preamble);
  if (actilife !== null) return fixedRate(actilife.sampleRateHz, actilife.startedAt);
  const times = tableTimes(table.columns);
  const steps = times === null ? null : timeSteps(times.seconds);
  if (steps !== null) return { kind: 'timing', times, steps };
  const problem: FormatProblem = {
    code: 'badRate',
    message: 'no sample rate found in a time column or a comment',
    byteOffset: 0,
  };
  return { kind: 'timing', times: null, steps: { sampleRateHz: 0, gaps: [], problems: [problem] } };
}

/** The value of a comment such as `Sampling Rate (Hz):= 100.00`. */
function commentValue(table: CsvTable, name: string): string | undefined {
  const line = table.comments.find(
    (comment) => comment.toLowerCase().startsWith(name) && comment.includes(':='),
  );
  return line?.slice(line.indexOf(':=') + 2).trim();
}

/** Names the columns of a table from its comments if it has no header. */
function nameByComment(table: CsvTable, columns: readonly CsvColumn[]): readonly CsvColumn[] {
  const labels = commentValue(table, 'labels')?.split('\t') ?? [];
  if (
    labels.length !== columns.length ||
    !columns.every((column) => /^column \d+$/.test(column.name))
  )
    return columns;
  return columns.map((column, index) => ({ ...column, name: labels[index] ?? column.name }));
}
