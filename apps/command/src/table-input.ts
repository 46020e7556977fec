import { type CsvTable, parseCsvTable } from '@yamori/formats';
import { CommandProblem } from './command.ts';
import { readInput } from './input-files.ts';

/** A table with rows. @throws CommandProblem */
export function readTable(folder: string, fileName: string): CsvTable {
  const table = parseCsvTable(readInput(folder, fileName).bytes);
  if (table.rowCount === 0)
    throw new CommandProblem('table-empty', 'there are no rows in it', fileName);
  return table;
}

/**
 * A column by its name, however it is written; the only one of a table without that name. @throws
 * CommandProblem
 */
export function columnOf(table: CsvTable, name: string, fileName: string): Float64Array {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const found =
    table.columns.find((column) => plain(column.name) === plain(name)) ??
    (table.columns.length === 1 ? table.columns[0] : undefined);
  if (!found)
    throw new CommandProblem(
      'column-missing',
      `there is no column "${name}"; there are ${table.columns.map((column) => column.name).join(', ')}`,
      fileName,
    );
  return found.values;
}
