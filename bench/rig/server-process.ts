import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../apps/server/src/core/database/embedded/embedded-postgres.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { programFile } from '../../tools/run/programs.mjs';
import { processCpuSeconds } from './process-cpu.ts';

/** An empty PostgreSQL for several servers, removed afterwards. */
export async function startDatabase(): Promise<{
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-bench-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres(
    { dataFolder: folder, purpose: 'keep' },
    pino({ level: 'error' }),
  );
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The product's own server, started like an operator would, on free ports and an empty folder. */
export type ServerProcess = {
  readonly url: string;
  readonly mqttUrl: string;
  /** CPU seconds that the process has used so far; 0 if the system has no such figures. */
  readonly cpuSeconds: () => number;
  readonly stop: () => Promise<void>;
};

export type ServerOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly demonstration?: boolean;
};

export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'yamori-bench-'));
  await chmod(folder, 0o755);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const child = fork(
    programFile('apps/server/src/main.ts'),
    options.demonstration === false ? [] : ['--demonstration'],
    {
      env: {
        ...process.env,
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        YAMORI_DATA: folder,
        YAMORI_LOG: 'error',
        ...options.environment,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  // A failed benchmark leaves no process behind.
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  await ready(child);
  return {
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    cpuSeconds: () => processCpuSeconds(child.pid),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      process.off('exit', end);
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (JSON.stringify(message).includes('"ready"')) resolve();
      else reject(new Error(JSON.stringify(message)));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
