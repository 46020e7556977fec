import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../apps/server/src/testing/remove-folder.ts';
import { programFile } from '../tools/run/programs.mjs';

/** A demo server with its devices, on free ports and temporary data. */
export type Ward = {
  readonly address: string;
  readonly mqttUrl: string;
  readonly dataFolder: string;
  readonly stop: () => Promise<void>;
};

export type WardOptions = {
  /** Environment in addition to that of every such server. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether simulated devices send data. */
  readonly devices?: boolean;
  /** Number of past nights in the demo. */
  readonly nights?: number;
};

export async function startWard({
  environment = {},
  devices = true,
  nights = 0,
}: WardOptions = {}): Promise<Ward> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-journeys-'));
  // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
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
      // Only ends hanging requests.
      YAMORI_LIMIT_REQUEST_SECONDS: '120',
      ...environment,
    });
    running.push(server);
    const { address, mqttUrl } = await waitForReady(server);
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

/** Starts a program of this repository as a process that ends with this one. */
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
  // The server ends with the journeys in any case.
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

const waitForReady = (server: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    server.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}; its output is above`)),
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
