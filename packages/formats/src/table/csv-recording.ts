import { type CsvColumn, type CsvTable, parseCsvTable } from './csv-table.ts';
import { type FormatProblem, type Recording, type RecordingGap, type RecordingStream, refusedRecording } from '../recording.ts';

export type CsvOptions = {
  /** Where the rate comes from: told, or found in a column of seconds. */
  readonly rate: { readonly kind: 'fixed'; readonly sampleRateHz: number } | { readonly kind: 'timeColumn'; readonly name: string };
  /** Columns to take, by name (blanks around it do not matter); all but the time column unless told. */
  readonly columns?: readonly string[];
  /** Unit by column name; CSV does not say. */
  readonly units?: Readonly<Record<string, string>>;
  readonly startedAt?: string;
};

/** A step in the time column of more than this many sample periods is a gap. */
const GAP_PERIODS = 1.5;

/** Reads a CSV or text table of numbers (see `parseCsvTable`) as streams of one rate. Missing cells are NaN. */
export function readCsv(input: Uint8Array | string, options: CsvOptions): Recording {
  const table = parseCsvTable(input);
  const problems: FormatProblem[] = [...table.problems];
  const timing = findTiming(table, options.rate);
  if (timing.kind === 'refused') return refusedRecording(timing.problem);
  const wanted = options.columns?.map((name) => name.trim()) ?? table.columns.map((column) => column.name).filter((name) => name !== timing.timeColumn);
  const streams: RecordingStream[] = [];
  for (const name of wanted) {
    const column = table.columns.find((each) => each.name === name);
    if (column === undefined) problems.push({ code: 'badHeader', message: `there is no column "${name}"; there are ${names(table)}`, byteOffset: 0 });
    else streams.push(toStream(column, timing.sampleRateHz, options.units?.[name] ?? ''));
  }
  return { startedAt: options.startedAt ?? null, streams, annotations: [], gaps: timing.gaps, problems };
}

const names = (table: CsvTable): string => table.columns.map((column) => `"${column.name}"`).join(', ');

const toStream = (column: CsvColumn, sampleRateHz: number, unit: string): RecordingStream => ({
  label: column.name,
  unit,
  sampleRateHz,
  samples: { kind: 'physical', values: Float32Array.from(column.values) },
});

type Timing =
  | { readonly kind: 'timing'; readonly sampleRateHz: number; readonly timeColumn: string | null; readonly gaps: readonly RecordingGap[] }
  | { readonly kind: 'refused'; readonly problem: FormatProblem };

function findTiming(table: CsvTable, rate: CsvOptions['rate']): Timing {
  const refused = (message: string): Timing => ({ kind: 'refused', problem: { code: 'badRate', message, byteOffset: 0 } });
  if (rate.kind === 'fixed') {
    if (!(rate.sampleRateHz > 0 && rate.sampleRateHz < Infinity)) return refused(`rate ${rate.sampleRateHz} Hz is not above 0`);
    return { kind: 'timing', sampleRateHz: rate.sampleRateHz, timeColumn: null, gaps: [] };
  }
  const time = table.columns.find((column) => column.name === rate.name.trim());
  if (time === undefined) return refused(`there is no time column "${rate.name}"; there are ${names(table)}`);
  const steps = time.values.subarray(1).map((value, index) => value - (time.values[index] ?? Number.NaN));
  const usual = median(steps.filter((step) => step > 0));
  if (usual === undefined) return refused(`time column "${rate.name}" does not go up`);
  // Times are written with few digits, so that a single step says little (0.008 s becomes 0.01 or 0): take their mean.
  const regular = steps.filter((step) => step >= 0 && step <= GAP_PERIODS * usual);
  const sampleRateHz = Number((regular.length / regular.reduce((sum, step) => sum + step, 0)).toPrecision(5));
  return { kind: 'timing', sampleRateHz, timeColumn: time.name, gaps: findGaps(time.values, steps, 1 / sampleRateHz) };
}

function findGaps(times: Float64Array, steps: Float64Array, period: number): RecordingGap[] {
  const start = times[0] ?? 0;
  const gaps: RecordingGap[] = [];
  for (const [index, step] of steps.entries()) {
    if (step <= GAP_PERIODS * period || Number.isNaN(step)) continue;
    const startSeconds = (times[index] ?? 0) - start + period;
    gaps.push({ startSeconds, endSeconds: (times[index + 1] ?? 0) - start, recordedSeconds: (index + 1) * period });
  }
  return gaps;
}

function median(values: Float64Array): number | undefined {
  return values.toSorted()[values.length >> 1];
}
