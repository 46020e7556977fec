import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, CommandProblem, readWords, type Surroundings } from '../command.ts';
import { requireSafeWay } from '../server/safe-way.ts';

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
 * A member of the demonstration who may make devices known (README.md); anywhere else the address
 * and password are to be said.
 */
const DEMONSTRATION = { email: 'senior-developer@demo.example', password: 'quiet-night-gecko' };
const USUAL_MQTT_PORT = '18830';

export const simulate: Command = {
  name: 'simulate',
  usage:
    '--devices N | --replay FILE … --server URL [--scenario NAME] [--speed X] [--email ADDRESS] [--mqtt URL] [--room NAME] [--loop]',
  summary:
    'devices that speak real frames, or play recordings, until they are stopped or have played all',
  run: async (words, surroundings) => {
    const { values, positionals } = readWords(words, OPTIONS);
    if (positionals[0] !== undefined)
      throw new CommandProblem('usage-wrong', 'simulate takes options only', positionals[0]);
    if (values.devices === undefined && values.replay === undefined)
      throw new CommandProblem('usage-wrong', 'say --devices N or --replay FILE');
    const replays = (values.replay ?? []).map((name) => existingPath(surroundings.folder, name));
    if (values.server !== undefined) requireSafeWay(values.server);
    // Words of a process are read by everybody on the machine; its environment is not.
    const { password, ...who } = {
      ...whereAndWho(values.server, surroundings.environment),
      ...values,
    };
    const code = await play(simulatorWords({ ...who, replay: replays }), {
      ...surroundings,
      environment: { ...surroundings.environment, YAMORI_PASSWORD: password },
    });
    if (code === 2)
      throw new CommandProblem(
        'simulation-refused',
        'the simulator could not use its options; its words stand above',
      );
    if (code !== 0) throw new Error(`the simulator ended with ${code}`);
    return { value: { ended: true }, text: '' };
  },
};

/**
 * Devices connect to the host of the web address, at MQTT_PORT; who makes them known may stand in
 * YAMORI_EMAIL and YAMORI_PASSWORD.
 */
export function whereAndWho(
  server: string | undefined,
  environment: Surroundings['environment'],
): { readonly mqtt: string; readonly email: string; readonly password: string } {
  const host =
    server !== undefined && URL.canParse(server) ? new URL(server).hostname : '127.0.0.1';
  return {
    mqtt: `mqtt://${host}:${environment['MQTT_PORT'] ?? USUAL_MQTT_PORT}`,
    email: environment['YAMORI_EMAIL'] ?? DEMONSTRATION.email,
    password: environment['YAMORI_PASSWORD'] ?? DEMONSTRATION.password,
  };
}

function existingPath(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!existsSync(path)) throw new CommandProblem('file-missing', 'there is no such file', name);
  return path;
}

/** The options that were given, as the simulator takes them; ours of output stay here. */
export function simulatorWords(
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

/** Runs the simulator; its words go to standard error, and it stops when we are told to. */
async function play(
  words: readonly string[],
  { folder, environment }: Surroundings,
): Promise<number> {
  const child = spawn(process.execPath, [SIMULATOR, ...words], {
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
