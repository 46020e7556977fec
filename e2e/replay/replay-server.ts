import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { removeFolder } from '../../apps/server/src/testing/remove-folder.ts';

/** The real server on a folder of its own; it comes back on the same folder and ports. */
export type ReplayServer = {
  readonly httpUrl: string;
  readonly mqttUrl: string;
  readonly dataFolder: string;
  /** Ends it without a word, as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** A clean end; the folder stays. */
  readonly stop: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

export async function startReplayServer(): Promise<ReplayServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-replays-'));
  // The database runs as an account of its own when the tests run as root.
  await chmod(dataFolder, 0o755);
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const start = (): ServerProcess =>
    startServerProcess(
      { PORT: String(httpPort), MQTT_PORT: String(mqttPort), YAMORI_DATA: dataFolder },
      '--demonstration',
    );
  let running = start();
  await running.ready;

  async function end(signal: NodeJS.Signals): Promise<void> {
    running.kill(signal);
    await running.exited;
  }
  return {
    httpUrl: `http://127.0.0.1:${httpPort}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    dataFolder,
    kill: () => end('SIGKILL'),
    async restart() {
      running = start();
      await running.ready;
    },
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGTERM');
      await removeFolder(dataFolder);
    },
  };
}
