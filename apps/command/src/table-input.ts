import { type CsvTable, parseCsvTable } from '@yamori/formats';
import { CommandProblem } from './command.ts';
import { readInput } from './input-files.ts';

/** Reads a table that must have rows. */
export function readTable(folder: string, fileName: string): CsvTable {
  const table = parseCsvTable(readInput(folder, fileName).bytes);
  if (table.rowCount === 0)
    throw new CommandProblem('table-empty', 'the table has no rows', fileName);
  return table;
}

/**
 * A column by name, ignoring case and punctuation; the only column of a table regardless of its
 * name.
 */
export function getColumn(table: CsvTable, name: string, fileName: string): Float64Array {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const found =
    table.columns.find((column) => plain(column.name) === plain(name)) ??
    (table.columns.length === 1 ? table.columns[0] : undefined);
  if (!found)
    throw new CommandProblem(
      'column-missing',
      `unknown column "${name}"; columns: ${table.columns.map((column) => column.name).join(', ')}`,
      fileName,
    );
  return found.values;
}
