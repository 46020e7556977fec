import { describe, expect, it } from 'vitest';
import { type Command, CommandProblem, numberOption, onlyFile, parseArguments } from './command.ts';
import { COMMANDS } from './registry.ts';
import { runCommand } from './run-command.ts';

/** Runs a command line; returns the outcome and the messages for the user. */
async function run(words: readonly string[], commands: readonly Command[] = COMMANDS) {
  const messages: string[] = [];
  const outcome = await runCommand(words, commands, {
    folder: '/',
    environment: {},
    say: (line) => void messages.push(line),
    progress: () => undefined,
  });
  return { ...outcome, messages };
}
const command = (perform: Command['run']): Command => ({
  name: 'try',
  usage: 'FILE',
  summary: 'tries',
  run: perform,
});

describe('runCommand', () => {
  it('prints one JSON document with --json, and text without', async () => {
    const commands = [command(async () => ({ value: { a: Number.NaN }, text: 'a\n' }))];
    expect(await run(['try', '--json'], commands)).toEqual({
      exitCode: 0,
      output: '{"a":null}\n',
      messages: [],
    });
    expect(await run(['try'], commands)).toMatchObject({ exitCode: 0, output: 'a\n' });
  });

  it('exits with 2 for bad input and names the place, with the usage if that was wrong', async () => {
    const commands = [
      command(async (words) => {
        throw words.length > 1
          ? new CommandProblem('row-wrong', 'not a number', 'row 3')
          : new CommandProblem('usage-wrong', 'FILE is missing');
      }),
    ];
    expect(await run(['try', 'x', '--json'], commands)).toEqual({
      exitCode: 2,
      output:
        '{"problems":[{"code":"row-wrong","message":"not a number","place":"row 3","byteOffset":null}]}\n',
      messages: ['row-wrong: not a number (row 3)'],
    });
    expect(await run(['try'], commands)).toEqual({
      exitCode: 2,
      output: '',
      messages: ['usage-wrong: FILE is missing', 'usage: yamori try FILE'],
    });
  });

  it('exits with 2 for a result that says why nothing could be read', async () => {
    expect(
      await run(
        ['try', '--json'],
        [command(async () => ({ value: [], text: '', isRefused: true }))],
      ),
    ).toMatchObject({ exitCode: 2, output: '[]\n' });
  });

  it('exits with 1 for an internal error, with its stack on standard error only', async () => {
    const { exitCode, output, messages } = await run(
      ['try', '--json'],
      [
        command(async () => {
          throw new TypeError('oops');
        }),
      ],
    );
    expect([exitCode, output]).toEqual([
      1,
      '{"problems":[{"code":"fault","message":"oops","place":null,"byteOffset":null}]}\n',
    ]);
    expect(messages[0]).toContain('run-command.test.ts');
  });

  it('lists its commands, and reports an unknown one', async () => {
    const { output } = await run([]);
    for (const { name } of COMMANDS) expect(output).toContain(`  ${name} `);
    expect((await run(['inspect', '--help'])).output).toContain('yamori inspect FILE');
    expect(await run(['frob'])).toMatchObject({
      exitCode: 2,
      output: '',
      messages: [expect.stringContaining('command-unknown')],
    });
  });

  it('every command has a unique name', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  });
});

describe('parseArguments, onlyFile and numberOption', () => {
  const getProblem = (read: () => unknown): string => {
    try {
      read();
      return 'none';
    } catch (error) {
      return error instanceof CommandProblem ? error.code : 'other';
    }
  };

  it('every command accepts --json and rejects unknown options', () => {
    expect(
      parseArguments(['a', '--json', '--rate', '5'], { rate: { type: 'string' } }),
    ).toMatchObject({
      positionals: ['a'],
      values: { json: true, rate: '5' },
    });
    expect(getProblem(() => parseArguments(['--frob'], {}))).toBe('usage-wrong');
    expect(getProblem(() => parseArguments(['--rate'], { rate: { type: 'string' } }))).toBe(
      'usage-wrong',
    );
  });

  it('one file and numbers within bounds are accepted', () => {
    expect(onlyFile(['a'])).toBe('a');
    expect([getProblem(() => onlyFile([])), getProblem(() => onlyFile(['a', 'b']))]).toEqual([
      'usage-wrong',
      'usage-wrong',
    ]);
    expect(numberOption('rate', '2.5', [0, 10])).toBe(2.5);
    for (const text of ['', ' ', '11', '-1', 'x', 'NaN'])
      expect(getProblem(() => numberOption('rate', text, [0, 10]))).toBe('usage-wrong');
  });
});
