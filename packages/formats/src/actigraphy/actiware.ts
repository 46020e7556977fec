import { parseTextTable } from '../table/table-text.ts';
import { createColumns } from '../table/table-columns.ts';
import { numberReader } from '../table/number-cells.ts';
import { tableRecording } from '../table/table-recording.ts';
import { tableTimes, timeSteps } from '../table/table-times.ts';
import { type FormatProblem, type Recording, refusedRecording } from '../recording.ts';

/** A Philips Actiware export: its epochs as a recording, and the vendor's statistics. */
export type ActiwareExport = {
  readonly recording: Recording;
  /** Everything before the statistics, keyed by the file's labels without the colon. */
  readonly properties: ReadonlyMap<string, string>;
  readonly statistics: {
    readonly header: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
  /** Unchanged header and cells of the epochs. */
  readonly epochHeader: readonly string[];
  readonly epochRows: readonly (readonly string[])[];
};

const SECTION = /^-{5,}.*-{5,}$/;

/**
 * Reads an export of Actiware 5 or 6 in any of its languages (English and German are tested):
 * quoted cells separated by commas, sections between dashed lines, dates in the order of the
 * language, `NaN` or `kZ` for missing values.
 */
export function readActiware(input: Uint8Array | string): ActiwareExport {
  const table = parseTextTable(input, 'windows-1252');
  const sections = splitSections(table.rows);
  const epochs = findEpochs(sections);
  const statistics = sections.find(({ title }) => /statist/i.test(title));
  const [statisticsHeader = [], ...statisticsRows] = statistics?.rows ?? [];
  const properties = new Map(
    sections.flatMap(({ title, rows }) =>
      /statist/i.test(title)
        ? []
        : rows.flatMap(([key = '', value]) =>
            value === undefined || !key.endsWith(':') ? [] : [[key.slice(0, -1), value] as const],
          ),
    ),
  );
  const problems: FormatProblem[] = [...table.problems];
  return {
    recording:
      epochs === null
        ? refusedRecording({
            code: 'noSignals',
            message: 'the export has no epochs',
            byteOffset: 0,
          })
        : epochRecording(epochs, problems),
    properties,
    statistics: {
      header: trimmed(statisticsHeader),
      rows: statisticsRows.filter(([kind]) => kind !== '').map(trimmed),
    },
    epochHeader: epochs?.header ?? [],
    epochRows: epochs?.rows ?? [],
  };
}

/** Whether a text starts like an Actiware export. */
export const isActiware = (head: string): boolean => /^\uFEFF?"?Actiware[ -]/i.test(head);

type Section = { readonly title: string; readonly rows: (readonly string[])[] };

function splitSections(rows: readonly (readonly string[])[]): Section[] {
  const sections: Section[] = [{ title: '', rows: [] }];
  for (const row of rows) {
    // The dashes under "Column Title" have a second cell and do not start a section.
    if (SECTION.test(row[0] ?? '') && (row[1] ?? '') === '')
      sections.push({ title: row[0] ?? '', rows: [] });
    else sections.at(-1)?.rows.push(row);
  }
  return sections;
}

type Epochs = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The last section with rows numbered from 1; the row before them is the header. */
function findEpochs(sections: readonly Section[]): Epochs | null {
  for (const { rows } of sections.toReversed()) {
    const first = rows.findIndex((row) => row[0] === '1' && row.length >= 6);
    const header = rows[first - 1];
    if (first > 0 && header !== undefined)
      return { header, rows: rows.slice(first).filter((row) => /^\d+$/.test(row[0] ?? '')) };
  }
  return null;
}

const trimmed = (row: readonly string[]): readonly string[] =>
  row.at(-1) === '' ? row.slice(0, -1) : row;

function epochRecording({ header, rows }: Epochs, problems: FormatProblem[]): Recording {
  const names = trimmed(header);
  const head = {
    preamble: [],
    names,
    longName: null,
    columnCount: names.length,
    leadingRows: 0,
    dataRows: rows.slice(0, 200),
  };
  const maxCells = rows.length * names.length;
  const columns = createColumns(head, {
    number: numberReader(rows.slice(0, 2_000).flat()),
    maxCells,
    byteOffset: () => 0,
  });
  for (const row of rows) columns.add(row, 0);
  const finished = columns.finish();
  const [line, ...own] = finished.columns;
  const times = tableTimes(own);
  const steps = times === null ? null : timeSteps(times.seconds);
  if (times === null || steps === null)
    problems.push({
      code: 'badTime',
      message: 'epochs have no increasing dates and times',
      byteOffset: 0,
    });
  return tableRecording({
    columns: finished.columns,
    timeColumns: [...(line === undefined ? [] : [line]), ...(times?.columns ?? [])],
    startedAt: times?.startedAt ?? null,
    sampleRateHz: steps?.sampleRateHz ?? 0,
    times,
    gaps: steps?.gaps ?? [],
    units: {},
    problems: [...problems, ...finished.problems, ...(steps?.problems ?? [])],
  });
}
