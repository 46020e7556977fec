import pg from 'pg';
import { pino } from 'pino';
import { migrate, MIGRATIONS_FOLDER } from '../apps/server/src/core/database/migration-runner.ts';
import { printMachine, readVersion } from './rig/report.ts';
import { startDatabase } from './rig/server-process.ts';

/*
 * T24: migrates a filled database while readers and writers keep running statements. The database
 * is filled at the schema before migration 120. The later migrations are applied as at the start of
 * a new version, while clients of the previous version read and write the affected rows. The figure
 * is the duration of the slowest statement.
 */
const FILLED_BEFORE = 120;
const ROOMS = 20_000;
const DEVICES = 15_000;
const ACCIDENTS = 5_000;
const NIGHTS = 10_000;
const STAGED = 100_000;
const BEFORE_SECONDS = 5;
const GOAL_MS = 2_000;

const log = pino({ level: 'silent' });
const documents = (
  collection: string,
  prefix: string,
  count: number,
  data: string,
  parent = `''`,
): string => `
  insert into documents (root_domain_id, path, collection, parent_path, id, data, domain_ids, shared_with, created_at, updated_at, version)
  select 'top', ${parent === `''` ? '' : `${parent} || '/' || `}'${collection}/' || '${prefix}' || n, '${collection}', ${parent}, '${prefix}' || n, ${data}, array['own'], '{}', now(), now(), nextval('document_version') from generate_series(1, ${count}) n`;
const FILL = [
  documents(
    'room',
    'r',
    ROOMS,
    `jsonb_build_object('domainId', 'own', 'rootDomainId', 'top', 'name', 'room ' || n, 'tags', '[]'::jsonb, 'live', jsonb_build_object('heart', n % 90, 'note', repeat('x', 600)))`,
  ),
  documents(
    'device',
    'd',
    DEVICES,
    `jsonb_build_object('serial', 'd' || n, 'domainId', 'own', 'rootDomainId', 'top', 'roomId', 'r' || n, 'status', jsonb_build_object('online', true, 'note', repeat('x', 300)))`,
  ),
  documents(
    'accident',
    'a',
    ACCIDENTS,
    `jsonb_build_object('kind', 'fall', 'state', 'resolved', 'acknowledgedBy', 'somebody')`,
    `'room/r' || n`,
  ),
  documents(
    'sleep',
    'n',
    NIGHTS,
    `jsonb_build_object('state', 'ready', 'course', repeat('0123456789', 400))`,
    `'room/r' || n`,
  ),
  `insert into staged_frames (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames)
   select 'd' || n % 500, n % 4, n / 2000, 0, 1, 250, 0, n, n + 1, 1, 250, decode(repeat('00ff', 400), 'hex') from generate_series(1, ${STAGED}) n`,
];

type Load = { readonly name: string; readonly text: string; readonly values: () => unknown[] };
const some = (count: number): number => 1 + Math.floor(Math.random() * count);
/** Two connections each. */
const LOADS: readonly Load[] = [
  {
    name: 'reads a page of rooms',
    text: `select path, data from documents where collection = 'room' and parent_path = '' and domain_ids && array['own'] and path > $1 order by path limit 50`,
    values: () => [`room/r${some(ROOMS)}`],
  },
  {
    name: 'reads a device',
    text: 'select data from documents where path = $1',
    values: () => [`device/d${some(DEVICES)}`],
  },
  {
    name: 'writes the state of a room',
    text: `update documents set data = jsonb_set(data, '{live,heart}', to_jsonb($2::int)), version = nextval('document_version') where path = $1`,
    values: () => [`room/r${some(ROOMS)}`, some(90)],
  },
  {
    name: 'writes the state of a device',
    text: `update documents set data = jsonb_set(data, '{status,online}', 'false'), version = nextval('document_version') where path = $1`,
    values: () => [`device/d${some(DEVICES)}`],
  },
  {
    name: 'stages frames',
    text: `insert into staged_frames (serial, stream_id, slot, clock_offset_us, channel_count, sample_rate_hz, received_ms, from_us, to_us, frame_count, sample_count, frames) values ($1, 1, $2, 0, 1, 250, 0, 0, 1, 1, 250, decode(repeat('00ff', 400), 'hex'))`,
    values: () => [`d${some(500)}`, some(1_000_000)],
  },
  {
    name: 'reads staged frames',
    text: 'select frames from staged_frames where serial = $1 and stream_id = 1 limit 100',
    values: () => [`d${some(500)}`],
  },
];

const slowest = new Map<string, { before: number; during: number; count: number }>(
  LOADS.map(({ name }) => [name, { before: 0, during: 0, count: 0 }]),
);
const state: { phase: 'before' | 'during'; over: boolean } = { phase: 'before', over: false };

async function repeatStatement(url: string, { name, text, values }: Load): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const kept = slowest.get(name);
  while (!state.over && kept !== undefined) {
    const started = performance.now();
    await client.query({ name, text, values: values() });
    const ms = performance.now() - started;
    kept.count += 1;
    // Attributed to the phase in which the statement ends, because one that waited for a migration
    // ends during or after it.
    kept[state.phase] = Math.max(kept[state.phase], ms);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  await client.end();
}

const database = await startDatabase();
try {
  await migrate(database.url, MIGRATIONS_FOLDER, log, {
    isWanted: ({ number }) => number < FILLED_BEFORE,
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const text of FILL) await client.query(text);
  await client.query('analyze');
  const { rows } = await client.query<{ version: string }>(
    `select split_part(version(), ' ', 2) as version`,
  );
  await client.end();
  const going = Promise.all(
    [...LOADS, ...LOADS].map((load) => repeatStatement(database.url, load)),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, BEFORE_SECONDS * 1000);
  });
  state.phase = 'during';
  const started = performance.now();
  const applied = await migrate(database.url, MIGRATIONS_FOLDER, log);
  const migratedMs = performance.now() - started;
  state.over = true;
  await going;

  printMachine({ postgresql: rows[0]?.version ?? '', pg: readVersion('pg') });
  console.log(
    `T24: ${applied.length} migrations from ${FILLED_BEFORE} on over ${ROOMS + DEVICES + ACCIDENTS + NIGHTS} documents and ${STAGED} staged rows took ${(migratedMs / 1000).toFixed(1)} s, ${LOADS.length * 2} connections at it`,
  );
  console.log(
    `\n${'longest statement, ms'.padEnd(34)}${'before'.padStart(10)}${'during'.padStart(10)}${'statements'.padStart(12)}`,
  );
  for (const [name, { before, during, count }] of slowest)
    console.log(
      `${name.padEnd(34)}${before.toFixed(0).padStart(10)}${during.toFixed(0).padStart(10)}${String(count).padStart(12)}`,
    );
  console.log(
    `\nslowest statement while it migrates: ${Math.max(...[...slowest.values()].map(({ during }) => during)).toFixed(0)} ms   (goal ${GOAL_MS} ms)`,
  );
} finally {
  await database.stop();
}
