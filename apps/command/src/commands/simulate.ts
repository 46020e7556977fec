import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, CommandProblem, parseArguments, type CommandContext } from '../command.ts';
import { requireEncryption } from '../server/server-session.ts';

const SIMULATOR = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

const OPTIONS = {
  devices: { type: 'string' },
  scenario: { type: 'string' },
  speed: { type: 'string' },
  replay: { type: 'string', multiple: true },
  server: { type: 'string' },
  mqtt: { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  room: { type: 'string' },
  rate: { type: 'string' },
  column: { type: 'string', multiple: true },
  seed: { type: 'string' },
  loop: { type: 'boolean' },
} as const;

/**
 * A member of the demo who may register devices (README.md). Other servers need an e-mail address
 * and a password.
 */
const DEMO_MEMBER = { email: 'senior-developer@demo.example', password: 'quiet-night-gecko' };
const DEFAULT_MQTT_PORT = '18830';

export const simulate: Command = {
  name: 'simulate',
  usage:
    '--devices N | --replay FILE … --server URL [--scenario NAME] [--speed X] [--email ADDRESS] [--mqtt URL] [--room NAME] [--loop]',
  summary: 'simulates devices that send real frames or play recordings, until stopped or finished',
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, OPTIONS);
    if (positionals[0] !== undefined)
      throw new CommandProblem('usage-wrong', 'simulate takes options only', positionals[0]);
    if (values.devices === undefined && values.replay === undefined)
      throw new CommandProblem('usage-wrong', '--devices N or --replay FILE is required');
    const replays = (values.replay ?? []).map((name) => existingPath(context.folder, name));
    if (values.server !== undefined) requireEncryption(values.server);
    // Other users can read the arguments of a process, but not its environment.
    const { password, ...who } = {
      ...readServerAccount(values.server, context.environment),
      ...values,
    };
    const code = await play(toSimulatorArguments({ ...who, replay: replays }), {
      ...context,
      environment: { ...context.environment, YAMORI_PASSWORD: password },
    });
    if (code === 2)
      throw new CommandProblem(
        'simulation-refused',
        'the simulator rejected its options; see its message above',
      );
    if (code !== 0) throw new Error(`the simulator exited with ${code}`);
    return { value: { ended: true }, text: '' };
  },
};

/**
 * Devices connect to the host of the web address at MQTT_PORT. YAMORI_EMAIL and YAMORI_PASSWORD may
 * give the member who registers them.
 */
export function readServerAccount(
  server: string | undefined,
  environment: CommandContext['environment'],
): { readonly mqtt: string; readonly email: string; readonly password: string } {
  const host =
    server !== undefined && URL.canParse(server) ? new URL(server).hostname : '127.0.0.1';
  return {
    mqtt: `mqtt://${host}:${environment['MQTT_PORT'] ?? DEFAULT_MQTT_PORT}`,
    email: environment['YAMORI_EMAIL'] ?? DEMO_MEMBER.email,
    password: environment['YAMORI_PASSWORD'] ?? DEMO_MEMBER.password,
  };
}

function existingPath(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!existsSync(path)) throw new CommandProblem('file-missing', 'no such file', name);
  return path;
}

/** The given options as arguments of the simulator, without our own --json. */
export function toSimulatorArguments(
  values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || name === 'json') return [];
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    return (typeof value === 'string' ? [value] : value).flatMap((each) => [
      `--${name}`,
      String(each),
    ]);
  });
}

/** Runs the simulator with its output on standard error, and forwards SIGINT and SIGTERM. */
async function play(
  args: readonly string[],
  { folder, environment }: CommandContext,
): Promise<number> {
  const child = spawn(process.execPath, [SIMULATOR, ...args], {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await new Promise<number>((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code, signal) => done(code ?? (signal === null ? 1 : 0)));
    });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}
