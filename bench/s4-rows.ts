import pg from 'pg';
import { descendantsCpuSeconds } from './rig/process-cpu.ts';
import { startDatabase } from './rig/server-process.ts';
import type { S4Figures } from './s4-figures.ts';
import type { S4Minute } from './s4-recording.ts';

const ROW_BATCH_SIZE = 20_000;

/**
 * One row per sample in the same PostgreSQL, with many rows per statement and a commit per
 * statement.
 */
export async function measureRows(
  minutes: readonly S4Minute[],
  maxSamples: number,
): Promise<S4Figures> {
  const database = await startDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      'create table samples (serial text, stream_id smallint, channel smallint, time_us bigint, value smallint, primary key (serial, stream_id, channel, time_us))',
    );
    const batches = cutRows(minutes, maxSamples);
    const cpuBefore = descendantsCpuSeconds();
    const started = performance.now();
    for (const batch of batches) {
      await client.query({
        name: 'rows',
        text: 'insert into samples select $1, $2, * from unnest($3::smallint[], $4::bigint[], $5::smallint[])',
        values: [batch.serial, batch.streamId, batch.channels, batch.times, batch.values],
      });
    }
    const seconds = (performance.now() - started) / 1000;
    const cpuSeconds = descendantsCpuSeconds() - cpuBefore;
    const samples = batches.reduce((sum, batch) => sum + batch.values.length, 0);
    const { rows } = await client.query<{ bytes: string; version: string }>(
      "select pg_total_relation_size('samples') as bytes, split_part(version(), ' ', 2) as version",
    );
    return {
      samples,
      acknowledgedSeconds: seconds,
      finishedSeconds: seconds,
      cpuSeconds,
      bytesPerSample: Number(rows[0]?.bytes) / samples,
      version: rows[0]?.version ?? '',
    };
  } finally {
    await client.end();
    await database.stop();
  }
}

type RowBatch = {
  readonly serial: string;
  readonly streamId: number;
  readonly channels: number[];
  readonly times: number[];
  readonly values: number[];
};

function cutRows(minutes: readonly S4Minute[], maxSamples: number): RowBatch[] {
  const batches: RowBatch[] = [];
  let samples = 0;
  for (const { serial, stream, startUs, samples: channels } of minutes) {
    let batch: RowBatch | undefined;
    for (let index = 0; index < (channels[0]?.length ?? 0) && samples < maxSamples; index++) {
      channels.forEach((channel, number) => {
        if (batch === undefined || batch.values.length >= ROW_BATCH_SIZE) {
          batch = { serial, streamId: stream.streamId, channels: [], times: [], values: [] };
          batches.push(batch);
        }
        batch.channels.push(number);
        batch.times.push(startUs + Math.round((index * 1e6) / stream.sampleRateHz));
        batch.values.push(channel[index] ?? 0);
        samples += 1;
      });
    }
  }
  return batches;
}
