import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { MIGRATIONS_FOLDER, migrate } from '../apps/server/src/core/database/migration-runner.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { postAll, type PostRequest } from './rig/post-requests.ts';
import { descendantsCpuSeconds } from './rig/process-cpu.ts';
import { startDatabase } from './rig/server-process.ts';
import type { S4Figures } from './s4-figures.ts';
import { framesOfMinute, countSamples, type S4Minute } from './s4-recording.ts';

const KEY = 'bench-key';
const AT_ONCE = 16;

/**
 * Posts the frames like devices. A batch counts when it is acknowledged, which is after its commit.
 * `warmUp` does not count.
 */
export async function measureYamori(
  warmUp: readonly S4Minute[],
  minutes: readonly S4Minute[],
): Promise<S4Figures> {
  const database = await startDatabase();
  const port = await freePort();
  await migrate(database.url, MIGRATIONS_FOLDER, pino({ level: 'error' }));
  const child = fork(join(import.meta.dirname, 's4-server.ts'), [database.url, String(port), KEY]);
  try {
    await waitForMessage(child);
    await send(port, warmUp.map(toRequest));
    await compactAll(child);
    const requests = minutes.map(toRequest);
    const cpuBefore = descendantsCpuSeconds();
    const started = performance.now();
    await send(port, requests);
    const acknowledgedSeconds = (performance.now() - started) / 1000;
    await compactAll(child);
    const finishedSeconds = (performance.now() - started) / 1000;
    const cpuSeconds = descendantsCpuSeconds() - cpuBefore;
    const { bytes, version } = await measureDatabase(database.url);
    return {
      samples: countSamples(minutes),
      acknowledgedSeconds,
      finishedSeconds,
      cpuSeconds,
      bytesPerSample: bytes / (countSamples(minutes) + countSamples(warmUp)),
      version,
    };
  } finally {
    child.kill('SIGKILL');
    await database.stop();
  }
}

const toRequest = (minute: S4Minute): PostRequest => ({
  path: `/api/devices/${minute.serial}/frames`,
  headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/octet-stream' },
  body: framesOfMinute(minute),
});

async function send(port: number, requests: readonly PostRequest[]): Promise<void> {
  const replies: { stored?: number; refused?: unknown[] }[] = (
    await postAll(port, requests, AT_ONCE)
  ).map((text) => JSON.parse(text));
  const wrong = replies.find((reply) => reply.stored !== 60 || reply.refused?.length !== 0);
  if (wrong !== undefined)
    throw new Error(`a batch was not stored: ${JSON.stringify(wrong).slice(0, 300)}`);
}

const waitForMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.once('message', resolve);
  });

async function compactAll(child: ChildProcess): Promise<void> {
  const answer = waitForMessage(child);
  child.send('compact');
  await answer;
}

async function measureDatabase(
  url: string,
): Promise<{ readonly bytes: number; readonly version: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Autovacuum would do this a little later. The files of InfluxDB are measured after its
  // compaction, too.
  for (const table of ['timeline_chunks', 'timeline_hours']) await client.query(`vacuum ${table}`);
  const { rows } = await client.query<{ bytes: string; version: string; staged: string }>(`select
    pg_total_relation_size('timeline_chunks') + pg_total_relation_size('timeline_hours') as bytes,
    (select count(*) from staged_frames) as staged, split_part(version(), ' ', 2) as version`);
  await client.end();
  if (rows[0]?.staged !== '0') throw new Error(`${rows[0]?.staged} batches are still staged`);
  return { bytes: Number(rows[0].bytes), version: rows[0].version };
}
