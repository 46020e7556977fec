import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitForPort } from '../apps/server/src/testing/free-port.ts';
import { postAll, type PostRequest } from './rig/post-requests.ts';
import { descendantsCpuSeconds } from './rig/process-cpu.ts';
import { commandVersion } from './rig/report.ts';
import type { S4Figures } from './s4-figures.ts';
import { linesOfMinute, countSamples, type S4Minute } from './s4-recording.ts';

const AT_ONCE = 8;
const SETTLE_SECONDS = 60;

/** Null, with a message on the console, if InfluxDB is neither installed nor installable. */
export async function measureInflux(
  warmUp: readonly S4Minute[],
  minutes: readonly S4Minute[],
): Promise<S4Figures | null> {
  if (!installed()) return null;
  const folder = await mkdtemp(join(tmpdir(), 'yamori-influx-'));
  const port = await freePort();
  const config = join(folder, 'influxdb.conf');
  await writeFile(config, configuration(folder, port, await freePort()));
  const child = spawn('influxd', ['-config', config], { stdio: 'ignore' });
  try {
    await waitForPort(port);
    await postAll(
      port,
      [
        {
          path: `/query?q=${encodeURIComponent('CREATE DATABASE bench')}`,
          body: new Uint8Array(0),
        },
        ...warmUp.map(toRequest),
      ],
      1,
    );
    const requests = minutes.map(toRequest);
    const cpuBefore = descendantsCpuSeconds();
    const started = performance.now();
    await postAll(port, requests, AT_ONCE);
    const acknowledgedSeconds = (performance.now() - started) / 1000;
    const cpuAcknowledged = descendantsCpuSeconds();
    const bytes = await settledBytes(join(folder, 'data'), join(folder, 'wal'));
    const cpuSettled = descendantsCpuSeconds();
    return {
      samples: countSamples(minutes),
      acknowledgedSeconds,
      // It waits before it compacts. Count its work, but not the wait.
      finishedSeconds: acknowledgedSeconds + (cpuSettled - cpuAcknowledged),
      cpuSeconds: cpuSettled - cpuBefore,
      bytesPerSample: bytes / (countSamples(minutes) + countSamples(warmUp)),
      version: commandVersion('influxd', 'version'),
    };
  } finally {
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

const toRequest = (minute: S4Minute): PostRequest => ({
  path: '/write?db=bench',
  body: linesOfMinute(minute),
});

function installed(): boolean {
  if (spawnSync('influxd', ['version']).status === 0) return true;
  try {
    execFileSync('apt-get', ['install', '-y', 'influxdb'], { stdio: 'ignore' });
    return spawnSync('influxd', ['version']).status === 0;
  } catch {
    console.log(
      'InfluxDB is not compared to: it is not installed, and "apt-get install influxdb" did not work here (it needs Debian and root)',
    );
    return false;
  }
}

/**
 * The defaults (every write is on disk before it is acknowledged), except that compaction starts
 * early instead of after hours.
 */
const configuration = (folder: string, port: number, rpcPort: number): string => `
reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  wal-fsync-delay = "0s"
  cache-snapshot-write-cold-duration = "2s"
  compact-full-write-cold-duration = "4s"
  cache-max-memory-size = "4g"
  max-concurrent-compactions = 2
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
  max-body-size = 0
[monitor]
  store-enabled = false
`;

/** Waits until the log is empty and the files have kept their size for some seconds. */
async function settledBytes(data: string, wal: string): Promise<number> {
  let bytes = await folderBytes(data);
  let steady = 0;
  for (let second = 0; second < SETTLE_SECONDS && steady < 6; second++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    const now = await folderBytes(data);
    steady = now === bytes && (await folderBytes(wal)) < bytes / 20 ? steady + 1 : 0;
    bytes = now;
  }
  return bytes + (await folderBytes(wal));
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Its series files are preallocated, 32 MiB each with any content, so they do not count.
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('_series'));
  const sizes = await Promise.all(
    files.map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
