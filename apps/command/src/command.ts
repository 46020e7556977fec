import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** One command of `yamori`: a file in `commands/`, listed in `registry.ts`. */
export type Command = {
  readonly name: string;
  /** Arguments after the name, for example `FILE --channel N`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Throws a CommandProblem for bad input or usage; any other error is a bug. */
  readonly run: (args: readonly string[], context: CommandContext) => Promise<CommandResult>;
};

/** Environment of a command, read once in `main.ts`. */
export type CommandContext = {
  /** Base of relative paths: the current directory of the user. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line for the user to standard error. */
  readonly say: (line: string) => void;
  /** Shows the progress of long work, 0 to 1, on a terminal only. */
  readonly progress: (share: number, what: string) => void;
};

/**
 * `value` is printed with `--json`, `text` without it. `isRefused`: the input was unusable, the
 * result says why, and the exit code is 2.
 */
export type CommandResult = {
  readonly value: unknown;
  readonly text: string;
  readonly isRefused?: boolean;
};

/** Bad input or usage: a stable code (`noun-what`), a message, and a place. */
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

/** Parses the options and positionals of a command; every command accepts `--json`. */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    // The message of parseArgs names the option.
    throw new CommandProblem('usage-wrong', error instanceof Error ? error.message : String(error));
  }
}

/** The single file argument of a command. */
export function onlyFile(positionals: readonly string[], what = 'FILE'): string {
  const [first, second] = positionals;
  if (first === undefined) throw new CommandProblem('usage-wrong', `${what} is missing`);
  if (second !== undefined)
    throw new CommandProblem(
      'usage-wrong',
      `exactly one ${what} is required, got ${positionals.length}`,
      second,
    );
  return first;
}

/** A numeric option within bounds. */
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
