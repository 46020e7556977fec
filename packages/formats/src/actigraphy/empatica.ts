import {
  type FormatProblem,
  type Recording,
  type RecordingAnnotation,
  type RecordingStream,
  refusedRecording,
} from '../recording.ts';
import { parseTextTable } from '../table/table-text.ts';
import { wallTimeText } from '../table/time-cells.ts';

type EmpaticaFile = 'ACC' | 'BVP' | 'EDA' | 'HR' | 'TEMP' | 'IBI' | 'tags';

/** Labels and units by file, from the device's info.txt; acceleration is in 1/64 g. */
const FILES: Readonly<
  Record<EmpaticaFile, { readonly labels: readonly string[]; readonly unit: string }>
> = {
  ACC: { labels: ['ACC x', 'ACC y', 'ACC z'], unit: 'g/64' },
  BVP: { labels: ['BVP'], unit: '' },
  EDA: { labels: ['EDA'], unit: 'uS' },
  HR: { labels: ['HR'], unit: '/min' },
  TEMP: { labels: ['TEMP'], unit: 'degC' },
  IBI: { labels: ['time', 'IBI'], unit: 's' },
  tags: { labels: [], unit: '' },
};

/** The Empatica E4 file with this name, or null. */
export function empaticaFile(fileName: string): EmpaticaFile | null {
  const [, name] = /(?:^|[/\\])(ACC|BVP|EDA|HR|TEMP|IBI|tags)\.csv$/.exec(fileName) ?? [];
  // The pattern matches only these names.
  return (name as EmpaticaFile | undefined) ?? null;
}

/**
 * Whether the first line is a Unix time, as in every file of a session except an empty tags.csv.
 */
export const looksLikeEmpatica = (head: string): boolean =>
  /^1\d{9}(\.\d+)?\s*(,|\r|\n|$)/.test(head);

/**
 * Reads one file of an Empatica E4 session: Unix time of the start, rate, then samples. `IBI.csv`
 * has pairs of time since the start and interval (streams without a rate), `tags.csv` the Unix
 * times of button presses. Times are UTC.
 */
export function readEmpatica(bytes: Uint8Array, file: EmpaticaFile): Recording {
  const table = parseTextTable(bytes);
  const numbers = table.rows.map((row) =>
    row.map((cell) => (cell === '' ? Number.NaN : Number(cell))),
  );
  if (file === 'tags') return tagsRecording(numbers, table.problems);
  const start = numbers[0]?.[0] ?? Number.NaN;
  const startedAt = wallTimeText(start);
  if (startedAt === null)
    return refusedRecording({
      code: 'badTime',
      message: 'first line is not a Unix time',
      byteOffset: 0,
    });
  const sampleRateHz = file === 'IBI' ? 0 : (numbers[1]?.[0] ?? Number.NaN);
  if (file !== 'IBI' && !(sampleRateHz > 0 && sampleRateHz < Infinity))
    return refusedRecording({
      code: 'badRate',
      message: 'second line is not a rate',
      byteOffset: 0,
    });
  const rows = numbers.slice(file === 'IBI' ? 1 : 2);
  const { labels, unit } = FILES[file];
  const streams = labels.map((label, index): RecordingStream => ({
    label,
    unit,
    sampleRateHz,
    samples: {
      kind: 'physical',
      values: Float64Array.from(rows, (row) => row[index] ?? Number.NaN),
    },
  }));
  const bad = rows.findIndex((row) =>
    labels.some((_, index) => Number.isNaN(row[index] ?? Number.NaN)),
  );
  const problems: FormatProblem[] = [...table.problems];
  if (bad >= 0)
    problems.push({
      code: 'badNumber',
      message: `row ${bad + 1} has a cell that is not a number`,
      byteOffset: 0,
    });
  if (rows.length === 0)
    problems.push({ code: 'noSignals', message: 'file has no samples', byteOffset: bytes.length });
  return { startedAt, isUtc: true, streams, annotations: [], gaps: [], problems };
}

/** The file is empty if the button was not pressed; that is not a problem. */
function tagsRecording(
  numbers: readonly (readonly number[])[],
  problems: readonly FormatProblem[],
): Recording {
  const times = numbers.map((row) => row[0] ?? Number.NaN).filter((time) => Number.isFinite(time));
  const first = times[0] ?? Number.NaN;
  const annotations = times.map((time): RecordingAnnotation => ({
    onsetSeconds: time - first,
    durationSeconds: null,
    text: 'Marker',
  }));
  return {
    startedAt: wallTimeText(first),
    isUtc: true,
    streams: [],
    annotations,
    gaps: [],
    problems,
  };
}
