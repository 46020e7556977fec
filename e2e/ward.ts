import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';
import { programFile } from '../tools/run/programs.mjs';

/**
 * A demonstration ward with its devices, on free ports and on data of its own that goes with it.
 */
export type Ward = {
  readonly address: string;
  readonly mqttUrl: string;
  readonly dataFolder: string;
  readonly stop: () => Promise<void>;
};

export type WardOptions = {
  /** What the server is told beside what every ward's is. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Without them nothing is measured in the rooms. */
  readonly devices?: boolean;
  /** How many past nights the demonstration has. */
  readonly nights?: number;
};

export async function startWard({
  environment = {},
  devices = true,
  nights = 0,
}: WardOptions = {}): Promise<Ward> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-journeys-'));
  // Run as root, the database has an account of its own, which has to reach its folder.
  await chmod(dataFolder, 0o711);
  const running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of running.splice(0).toReversed()) await end(child);
    await removeFolder(dataFolder);
  };
  try {
    const server = start('server', ['--demonstration', '--demonstration-nights', String(nights)], {
      PORT: '0',
      HOST: '127.0.0.1',
      MQTT_PORT: '0',
      YAMORI_DATA: dataFolder,
      YAMORI_LOG: 'warn',
      // Only ends what hangs.
      YAMORI_LIMIT_REQUEST_SECONDS: '120',
      ...environment,
    });
    running.push(server);
    const { address, mqttUrl } = await readyOf(server);
    if (devices)
      running.push(
        start(
          'simulator',
          ['--ward', join(dataFolder, 'demonstration', 'devices.json'), '--mqtt', mqttUrl],
          {},
        ),
      );
    return { address: address.replace(/\/$/, ''), mqttUrl, dataFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A program of this repository as a process of its own, which goes when this one goes. */
export function startProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, [programFile(path), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  const leave = (): void => void child.kill('SIGTERM');
  // Whatever ends the journeys, the ward goes with them.
  process.once('exit', leave);
  child.once('exit', () => process.off('exit', leave));
  return child;
}

const start = (
  app: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess => startProgram(`apps/${app}/src/main.ts`, args, environment);

type Ready = { readonly address: string; readonly mqttUrl: string };

const readyOf = (server: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    server.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}; what it wrote stands above`)),
    );
  });

const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' &&
  message !== null &&
  'address' in message &&
  typeof message.address === 'string' &&
  'mqttUrl' in message &&
  typeof message.mqttUrl === 'string';

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
