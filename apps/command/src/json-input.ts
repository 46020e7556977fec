import { CommandProblem } from './command.ts';
import { readTextInput } from './input-files.ts';

/** A JSON file that holds an object. @throws CommandProblem */
export function readJsonObject(folder: string, fileName: string): Record<string, unknown> {
  const text = readTextInput(folder, fileName).replace(/^\uFEFF/, '');
  const value = parsed(text, fileName);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandProblem('input-wrong', 'a JSON object is expected', fileName);
  return Object.fromEntries(Object.entries(value));
}

function parsed(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandProblem(
      'input-wrong',
      error instanceof Error ? error.message : String(error),
      fileName,
    );
  }
}

/** A finite number of a field. @throws CommandProblem */
export function numberField(
  value: unknown,
  field: string,
  [lowest, highest]: readonly [number, number],
): number {
  if (typeof value !== 'number' || !(value >= lowest && value <= highest))
    throw new CommandProblem(
      'input-wrong',
      `a number from ${lowest} to ${highest} is expected`,
      field,
    );
  return value;
}

/** A list of a field. @throws CommandProblem */
export function listField(value: unknown, field: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new CommandProblem('input-wrong', 'a list is expected', field);
  if (value.length > most)
    throw new CommandProblem('input-wrong', `more than ${most} entries`, field);
  return value;
}

/** Rising finite numbers. @throws CommandProblem */
export function risingNumbers(value: unknown, field: string, most: number): number[] {
  let before = Number.NEGATIVE_INFINITY;
  return listField(value, field, most).map((each, i) => {
    if (typeof each !== 'number' || !Number.isFinite(each))
      throw new CommandProblem('input-wrong', 'a number is expected', `${field}[${i}]`);
    if (each < before) throw new CommandProblem('input-wrong', 'times rise', `${field}[${i}]`);
    before = each;
    return each;
  });
}
