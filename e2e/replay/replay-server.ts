import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { removeFolder } from '../../apps/server/src/testing/remove-folder.ts';

/** The real server on a temporary folder; it restarts on the same folder and ports. */
export type ReplayServer = {
  readonly httpUrl: string;
  readonly mqttUrl: string;
  readonly dataFolder: string;
  /** Kills the server, like a power failure. */
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Stops the server cleanly and keeps its folder. */
  readonly stop: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

export async function startReplayServer(): Promise<ReplayServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'yamori-replays-'));
  // As root, PostgreSQL runs under its own account, which must be able to reach its folder.
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
