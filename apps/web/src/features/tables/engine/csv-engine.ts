import {
  CSV_FIELDS,
  CSV_OUTCOMES,
  plainNumber,
  readCsvRow,
  ProblemError,
  type CsvCells,
  type CsvOutcome,
  type Problem,
} from '@yamori/domain';
import { unguardedCell, type TextRows } from '@yamori/formats';
import type { HttpOptions } from '../../../api/http-call.ts';
import type {
  CheckedTable,
  CheckSetup,
  CsvCommands,
  OutcomeCounts,
  Progress,
  RowFilter,
  RowWindow,
} from './csv-message.ts';
import { minuteFiles, uploadMinutes, type MinuteRow } from './minute-files.ts';
import { openTable } from './open-table.ts';
import { writeRefused } from './refused-file.ts';
import { checkOnServer, startOnServer, type SentRow, type ServerWait } from './server-check.ts';

type EngineOptions = {
  readonly http: HttpOptions;
  readonly wait: ServerWait;
  readonly reportProgress: (progress: Progress) => void;
};

/** The server's limit for one cell. */
const MAX_CELL_CHARACTERS = 4000;
/** Rows between two progress reports, at which the worker yields. */
const ROWS_PER_REPORT = 5000;

type Checked = {
  readonly setup: CheckSetup;
  /** By data row: index into `CSV_OUTCOMES`. */
  readonly outcomes: Uint8Array;
  readonly problems: Map<number, Problem>;
  readonly minutes: readonly (MinuteRow | null)[];
  readonly filtered: Map<RowFilter, Uint32Array>;
};

const NOTHING: TextRows = {
  rows: [],
  lines: [],
  encoding: 'utf-8',
  markBytes: 0,
  delimiter: ',',
  problems: [],
};
const toOutcomeIndex = (outcome: CsvOutcome): number => CSV_OUTCOMES.indexOf(outcome);

/**
 * Holds one table: reads it, checks it here and on the server, and returns windows of it. Runs in a
 * worker, so that the page stays responsive.
 */
export function createCsvEngine({ http, wait, reportProgress }: EngineOptions): CsvCommands {
  const state: { text: TextRows; checked: Checked | null } = { text: NOTHING, checked: null };

  const getChecked = (): Checked => {
    if (state.checked === null) throw new ProblemError('csv-import-not-found');
    return state.checked;
  };

  async function check(setup: CheckSetup): Promise<CheckedTable> {
    state.checked = null;
    const count = Math.max(0, state.text.rows.length - setup.headerRows);
    const checked: Checked = {
      setup,
      outcomes: new Uint8Array(count).fill(toOutcomeIndex('refused')),
      problems: new Map(),
      minutes: [],
      filtered: new Map(),
    };
    const { sent, minutes } = await readAll(checked, state.text, reportProgress);
    if (setup.kind !== 'minute') await checkRemotely(checked, sent);
    state.checked = { ...checked, minutes };
    return {
      counts: countOutcomes(checked),
      fields: CSV_FIELDS[setup.kind].map(({ name }) => name),
      rooms: new Set(minutes.map((row) => row?.roomName)).size,
    };
  }

  async function checkRemotely(checked: Checked, sent: readonly SentRow[]): Promise<void> {
    const places = new Map(
      state.text.lines.map((line, index) => [line, index - checked.setup.headerRows]),
    );
    await checkOnServer(http, checked.setup, sent, {
      wait,
      onPart: ({ rows }, done) => {
        for (const { row, outcome, problem } of rows)
          setOutcome(checked, places.get(row) ?? 0, outcome, problem);
        reportProgress({ phase: 'sending', done, total: sent.length });
      },
    });
  }

  function rows(filter: RowFilter, from: number, count: number): RowWindow {
    const { setup, outcomes, problems, filtered } = getChecked();
    const indexes =
      filtered.get(filter) ??
      Uint32Array.from(
        [...outcomes.keys()].filter(
          (index) => filter === 'all' || outcomes[index] === toOutcomeIndex(filter),
        ),
      );
    filtered.set(filter, indexes);
    const fields = CSV_FIELDS[setup.kind];
    return {
      total: indexes.length,
      rows: [...indexes.subarray(from, from + count)].map((index) => {
        const cells = toCells(setup, state.text.rows[index + setup.headerRows] ?? []);
        return {
          line: state.text.lines[index + setup.headerRows] ?? 0,
          cells: fields.map(({ name }) => cells[name] ?? ''),
          outcome: CSV_OUTCOMES[outcomes[index] ?? 0] ?? 'refused',
          problem: problems.get(index) ?? null,
        };
      }),
    };
  }

  return {
    open: async (file, reading) => {
      state.checked = null;
      const { opened, text } = await openTable(file, reading);
      state.text = text;
      return opened;
    },
    check,
    rows: async (filter, from, count) => rows(filter, from, count),
    start: async (existing, leftOut) =>
      startOnServer(http, getChecked().setup.importId, existing, leftOut, wait),
    sendMinutes: async (leftOut) => {
      const { setup, minutes } = getChecked();
      const left = new Set(leftOut);
      const files = minuteFiles(
        minutes.flatMap((row, index) =>
          row === null || left.has(state.text.lines[index + setup.headerRows] ?? 0) ? [] : [row],
        ),
        setup.rooms,
      );
      const sent = [];
      for (const file of files) {
        sent.push(await uploadMinutes(http, file, setup.fileName, wait));
        reportProgress({ phase: 'uploading', done: sent.length, total: files.length });
      }
      return sent;
    },
    refusedFile: async (reasonName, reasons) =>
      writeRefused(state.text, getChecked().setup.headerRows, reasonName, reasons),
  };
}

/** Validates every row by its schema. Minutes need no more; for other kinds the server decides. */
async function readAll(
  checked: Checked,
  { rows, lines }: TextRows,
  reportProgress: EngineOptions['reportProgress'],
): Promise<{ sent: SentRow[]; minutes: (MinuteRow | null)[] }> {
  const { setup, outcomes } = checked;
  const sent: SentRow[] = [];
  const minutes: (MinuteRow | null)[] = [];
  const seen = new Map<string, number>();
  for (let index = 0; index < outcomes.length; index++) {
    const cells = toCells(setup, rows[index + setup.headerRows] ?? []);
    const line = lines[index + setup.headerRows] ?? 0;
    if (setup.kind === 'minute') minutes.push(readMinute(checked, { index, line, cells, seen }));
    else if (Object.values(cells).some((cell) => cell.length > MAX_CELL_CHARACTERS))
      setOutcome(
        checked,
        index,
        'refused',
        new ProblemError('csv-row-invalid', { issues: listLongCells(cells) }).problem,
      );
    else sent.push({ row: line, cells });
    if (index % ROWS_PER_REPORT !== 0) continue;
    reportProgress({ phase: 'reading', done: index, total: outcomes.length });
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
  return { sent, minutes };
}

type MinuteLine = {
  readonly index: number;
  readonly line: number;
  readonly cells: CsvCells;
  readonly seen: Map<string, number>;
};

function readMinute(checked: Checked, { index, line, cells, seen }: MinuteLine): MinuteRow | null {
  const reading = readCsvRow('minute', cells);
  if (!reading.ok)
    return setOutcome(
      checked,
      index,
      'refused',
      new ProblemError('csv-row-invalid', { issues: [...reading.issues] }).problem,
    );
  if (checked.setup.rooms[reading.row.roomName] === undefined)
    return setOutcome(
      checked,
      index,
      'refused',
      new ProblemError('csv-room-unknown', { details: { room: reading.row.roomName } }).problem,
    );
  const before = seen.get(reading.key);
  if (before !== undefined)
    return setOutcome(
      checked,
      index,
      'refused',
      new ProblemError('csv-row-repeated', { details: { row: before } }).problem,
    );
  seen.set(reading.key, line);
  setOutcome(checked, index, 'new', null);
  return reading.row;
}

function setOutcome(
  { outcomes, problems }: Checked,
  index: number,
  outcome: CsvOutcome,
  problem: Problem | null,
): null {
  outcomes[index] = toOutcomeIndex(outcome);
  if (problem !== null) problems.set(index, problem);
  return null;
}

const listLongCells = (cells: Readonly<Record<string, string>>) =>
  Object.entries(cells).flatMap(([field, cell]) =>
    cell.length > MAX_CELL_CHARACTERS
      ? [{ field, code: 'string-at-most', details: { limit: MAX_CELL_CHARACTERS } }]
      : [],
  );

/** A row's cells by field, numbers with a decimal point. */
function toCells(
  { kind, columns, decimal, roomName }: CheckSetup,
  row: readonly string[],
): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const { name, form } of CSV_FIELDS[kind]) {
    const column = columns[name];
    // Our own file of rejected rows contains the formula guards that we wrote.
    const cell = column === undefined ? '' : unguardedCell(row[column] ?? '');
    if (cell !== '') cells[name] = form === 'number' ? plainNumber(cell, decimal) : cell;
  }
  if (columns.roomName === undefined && roomName !== null) cells['roomName'] = roomName;
  return cells;
}

function countOutcomes({ outcomes }: Checked): OutcomeCounts {
  const counts = new Uint32Array(CSV_OUTCOMES.length);
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  // One for each of exactly these names.
  return Object.fromEntries(
    CSV_OUTCOMES.map((name, index) => [name, counts[index] ?? 0]),
  ) as OutcomeCounts;
}
