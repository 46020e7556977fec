import { type Command, CommandProblem, type CommandContext } from './command.ts';

/** Exit code and standard output of a run. */
type Outcome = { readonly exitCode: 0 | 1 | 2; readonly output: string };

/**
 * Finds and runs a command. Exit code 0: done, 2: bad input or usage, 1: internal error. Messages
 * go to `say`. With `--json` the output is always one JSON document.
 */
export async function runCommand(
  args: readonly string[],
  commands: readonly Command[],
  context: CommandContext,
): Promise<Outcome> {
  const [name, ...rest] = args;
  const isJson = rest.includes('--json');
  if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help'))
    return { exitCode: 0, output: helpText(commands, name) };
  const command = commands.find((each) => each.name === name);
  try {
    if (command === undefined)
      throw new CommandProblem(
        'command-unknown',
        `unknown command "${name}"; commands: ${commands.map((each) => each.name).join(', ')}`,
        name,
      );
    const { value, text, isRefused } = await command.run(rest, context);
    return {
      exitCode: isRefused === true ? 2 : 0,
      output: isJson ? `${JSON.stringify(value)}\n` : text,
    };
  } catch (error) {
    return describeFailure(error, { isJson, command, say: context.say });
  }
}

type Failure = {
  readonly isJson: boolean;
  readonly command: Command | undefined;
  readonly say: (line: string) => void;
};

function describeFailure(error: unknown, { isJson, command, say }: Failure): Outcome {
  const isOurs = !(error instanceof CommandProblem);
  const problem =
    error instanceof CommandProblem
      ? { code: error.code, message: error.message, place: error.place }
      : {
          code: 'fault',
          message: error instanceof Error ? error.message : String(error),
          place: null,
        };
  say(
    isOurs && error instanceof Error
      ? (error.stack ?? problem.message)
      : `${problem.code}: ${problem.message}${problem.place === null ? '' : ` (${problem.place})`}`,
  );
  if (problem.code === 'usage-wrong' && command !== undefined)
    say(`usage: yamori ${command.name} ${command.usage}`);
  return {
    exitCode: isOurs ? 1 : 2,
    output: isJson ? `${JSON.stringify({ problems: [{ ...problem, byteOffset: null }] })}\n` : '',
  };
}

function helpText(commands: readonly Command[], name: string | undefined): string {
  const own = commands.find((command) => command.name === name);
  if (own !== undefined) return `yamori ${own.name} ${own.usage}\n\n${own.summary}\n`;
  const lines = commands.map(
    (command) => `  ${`${command.name} ${command.usage}`.padEnd(60)} ${command.summary}`,
  );
  return `yamori COMMAND …\n\n${lines.join('\n')}\n\n--json prints one JSON document. Exit 0 done, 2 bad input or usage, 1 internal error.\n`;
}
