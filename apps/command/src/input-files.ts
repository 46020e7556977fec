import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandProblem } from './command.ts';

/** Maximum size that Node reads into one buffer. */
const MAX_BYTES = 2 ** 31 - 1;

export type InputFile = {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly beside: (fileName: string) => Uint8Array | null;
};

/** Reads a file given on the command line, with access to its companion files. */
export function readInput(folder: string, fileName: string): InputFile {
  const path = resolve(folder, fileName);
  return {
    name: basename(path),
    path,
    bytes: readBytes(path, fileName),
    beside: (name) => readBeside(dirname(path), name),
  };
}

/** Reads a UTF-8 text file given on the command line. */
export const readTextInput = (folder: string, fileName: string): string =>
  new TextDecoder().decode(readBytes(resolve(folder, fileName), fileName));

function readBytes(path: string, named: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandProblem('file-missing', 'no such file', named);
  if (found.isDirectory())
    throw new CommandProblem('file-folder', 'this is a folder; give a file in it', named);
  if (found.size > MAX_BYTES)
    throw new CommandProblem(
      'file-large',
      `${found.size} bytes exceed the limit of ${MAX_BYTES}`,
      named,
    );
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new CommandProblem(
      'file-unreadable',
      error instanceof Error ? error.message : String(error),
      named,
    );
  }
}

/** Accepts plain names only, so that a file cannot refer to other folders. */
function readBeside(folder: string, name: string): Uint8Array | null {
  if (name === '' || basename(name) !== name || name === '..') return null;
  const path = join(folder, name);
  return existsSync(path) && statSync(path).isFile() && statSync(path).size <= MAX_BYTES
    ? new Uint8Array(readFileSync(path))
    : null;
}
