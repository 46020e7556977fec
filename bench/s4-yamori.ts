import { fork } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { MIGRATIONS_FOLDER, migrate } from '../apps/server/src/database/migration-runner.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startDatabase } from './rig/server-process.ts';
import { framesOfMinute, samplesOf, type S4Minute } from './s4-recording.ts';

const KEY = 'bench-key';
const AT_ONCE = 16;

export type YamoriFigures = {
  readonly acknowledgedSeconds: number;
  /** Acknowledged and, after that, everything moved into chunks and pyramid. */
  readonly finishedSeconds: number;
  readonly bytesPerSample: number;
  readonly sentBytesPerSample: number;
  readonly version: string;
};

/** Posts the frames as devices do; a batch counts when it is answered, which is after its commit. */
export async function measureYamori(minutes: readonly S4Minute[]): Promise<YamoriFigures> {
  const batches = minutes.map((minute) => ({ serial: minute.serial, body: framesOfMinute(minute) }));
  const database = await startDatabase();
  const port = await freePort();
  await migrate(database.url, MIGRATIONS_FOLDER, pino({ level: 'error' }));
  const child = fork(join(import.meta.dirname, 's4-server.ts'), [database.url, String(port), KEY]);
  const answered = (): Promise<unknown> => new Promise((resolve) => { child.once('message', resolve); });
  await answered();
  try {
    const started = performance.now();
    const stored: number[] = [];
    let next = 0;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) stored.push(await postBatch(port, batch.serial, batch.body));
    }));
    const acknowledgedSeconds = (performance.now() - started) / 1000;
    const compacting = performance.now();
    child.send('compact');
    const report = await answered();
    const finishedSeconds = acknowledgedSeconds + (performance.now() - compacting) / 1000;
    const frames = stored.reduce((sum, count) => sum + count, 0);
    if (frames !== minutes.length * 60) throw new Error(`stored ${frames} of ${minutes.length * 60} frames: ${JSON.stringify(report)}`);
    const { bytes, version } = await measureDatabase(database.url);
    return { acknowledgedSeconds, finishedSeconds, bytesPerSample: bytes / samplesOf(minutes), sentBytesPerSample: batches.reduce((sum, batch) => sum + batch.body.length, 0) / samplesOf(minutes), version };
  } finally {
    child.kill('SIGKILL');
    await database.stop();
  }
}

async function postBatch(port: number, serial: string, body: Buffer): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/devices/${serial}/frames`, {
    method: 'POST', headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/octet-stream' }, body: new Uint8Array(body),
  });
  const reply: { stored?: number; refused?: unknown[] } = JSON.parse(await answer.text());
  if (!answer.ok || reply.refused?.length !== 0) throw new Error(`a batch was answered ${answer.status}: ${JSON.stringify(reply).slice(0, 300)}`);
  return reply.stored ?? 0;
}

async function measureDatabase(url: string): Promise<{ readonly bytes: number; readonly version: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // What autovacuum does by itself a little later, as InfluxDB's files are read after its own tidying.
  for (const table of ['timeline_chunks', 'timeline_hours']) await client.query(`vacuum ${table}`);
  const { rows } = await client.query<{ bytes: string; version: string; staged: string }>(`select
    pg_total_relation_size('timeline_chunks') + pg_total_relation_size('timeline_hours') as bytes,
    (select count(*) from staged_frames) as staged, split_part(version(), ' ', 2) as version`);
  await client.end();
  if (rows[0]?.staged !== '0') throw new Error(`${rows[0]?.staged} batches are still staged`);
  return { bytes: Number(rows[0].bytes), version: rows[0].version };
}
