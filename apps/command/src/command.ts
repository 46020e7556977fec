import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** One command of `yamori`: a file in `commands/`, named in `registry.ts`. */
export type Command = {
  readonly name: string;
  /** What stands behind the name, for instance `FILE --channel N`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** @throws CommandProblem for bad input or usage; anything else thrown is a fault of ours */
  readonly run: (words: readonly string[], surroundings: Surroundings) => Promise<CommandResult>;
};

/** What a command is given of the world: read once, in `main.ts`. */
export type Surroundings = {
  /** Where relative paths begin: the folder in which the person stands. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A line for people, on standard error. */
  readonly say: (line: string) => void;
  /** Progress of long work, 0 to 1, on a terminal; nothing elsewhere. */
  readonly progress: (share: number, what: string) => void;
};

/**
 * `value` is printed with `--json`, `text` without it. `isRefused` where the input could not be
 * used at all: the result says why, and the command ends with 2.
 */
export type CommandResult = {
  readonly value: unknown;
  readonly text: string;
  readonly isRefused?: boolean;
};

/** Bad input or usage: a stable code (`noun-what`), words, and where. */
export class CommandProblem extends Error {
  readonly code: string;
  /** A file, an option, a row or a byte. */
  readonly place: string | null;

  constructor(code: string, message: string, place: string | null = null) {
    super(message);
    this.name = 'CommandProblem';
    this.code = code;
    this.place = place;
  }
}

/**
 * Options and other words of a command; `--json` is taken by every command. @throws CommandProblem
 */
export function readWords<Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({
      args: [...words],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // parseArgs names the option in its words.
    throw new CommandProblem('usage-wrong', error instanceof Error ? error.message : String(error));
  }
}

/** The one file that a command works on. @throws CommandProblem */
export function onlyFile(positionals: readonly string[], what = 'FILE'): string {
  const [first, second] = positionals;
  if (first === undefined) throw new CommandProblem('usage-wrong', `${what} is missing`);
  if (second !== undefined)
    throw new CommandProblem(
      'usage-wrong',
      `one ${what} is taken, not ${positionals.length}`,
      second,
    );
  return first;
}

/** A number option within bounds. @throws CommandProblem */
export function numberOption(
  name: string,
  text: string,
  [lowest, highest]: readonly [number, number],
): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= lowest && value <= highest))
    throw new CommandProblem(
      'usage-wrong',
      `--${name} takes a number from ${lowest} to ${highest}, not "${text}"`,
      `--${name}`,
    );
  return value;
}
