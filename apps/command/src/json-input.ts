import { CommandProblem } from './command.ts';
import { readTextInput } from './input-files.ts';

/** Reads a JSON file that contains an object. */
export function readJsonObject(folder: string, fileName: string): Record<string, unknown> {
  const text = readTextInput(folder, fileName).replace(/^\uFEFF/, '');
  const value = parsed(text, fileName);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandProblem('input-wrong', 'expected a JSON object', fileName);
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

/** A number field within bounds. */
export function numberField(
  value: unknown,
  field: string,
  [lowest, highest]: readonly [number, number],
): number {
  if (typeof value !== 'number' || !(value >= lowest && value <= highest))
    throw new CommandProblem(
      'input-wrong',
      `expected a number from ${lowest} to ${highest}`,
      field,
    );
  return value;
}

/** A list field with at most `maxLength` entries. */
export function listField(value: unknown, field: string, maxLength: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new CommandProblem('input-wrong', 'expected a list', field);
  if (value.length > maxLength)
    throw new CommandProblem('input-wrong', `more than ${maxLength} entries`, field);
  return value;
}

/** A list field of ascending finite numbers. */
export function risingNumbers(value: unknown, field: string, maxLength: number): number[] {
  let before = Number.NEGATIVE_INFINITY;
  return listField(value, field, maxLength).map((each, i) => {
    if (typeof each !== 'number' || !Number.isFinite(each))
      throw new CommandProblem('input-wrong', 'expected a number', `${field}[${i}]`);
    if (each < before)
      throw new CommandProblem('input-wrong', 'times must ascend', `${field}[${i}]`);
    before = each;
    return each;
  });
}
