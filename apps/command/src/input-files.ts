import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandProblem } from './command.ts';

/** Node reads no more than this into one buffer. */
const MOST_BYTES = 2 ** 31 - 1;

export type InputFile = {
  readonly name: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly beside: (fileName: string) => Uint8Array | null;
};

/**
 * Reads a file that was named on the command line, and gives what lies beside it. @throws
 * CommandProblem
 */
export function readInput(folder: string, fileName: string): InputFile {
  const path = resolve(folder, fileName);
  return {
    name: basename(path),
    path,
    bytes: readBytes(path, fileName),
    beside: (name) => readBeside(dirname(path), name),
  };
}

/** The text of a file that was named, UTF-8. @throws CommandProblem */
export const readTextInput = (folder: string, fileName: string): string =>
  new TextDecoder().decode(readBytes(resolve(folder, fileName), fileName));

function readBytes(path: string, named: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandProblem('file-missing', 'there is no such file', named);
  if (found.isDirectory())
    throw new CommandProblem('file-folder', 'this is a folder; name a file in it', named);
  if (found.size > MOST_BYTES)
    throw new CommandProblem('file-large', `${found.size} bytes are over ${MOST_BYTES}`, named);
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

/** A plain name only: what a file names leads nowhere else. */
function readBeside(folder: string, name: string): Uint8Array | null {
  if (name === '' || basename(name) !== name || name === '..') return null;
  const path = join(folder, name);
  return existsSync(path) && statSync(path).isFile() && statSync(path).size <= MOST_BYTES
    ? new Uint8Array(readFileSync(path))
    : null;
}
