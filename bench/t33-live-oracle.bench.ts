import pg from 'pg';
import { pino } from 'pino';
import { migrate, MIGRATIONS_FOLDER } from '../apps/server/src/core/database/migration-runner.ts';
import { runLiveOracle } from '../e2e/conformance/live-oracle/live-oracle.ts';
import { printMachine, readVersion } from './rig/report.ts';
import { startDatabase } from './rig/server-process.ts';

/*
 * T33: 100 live lists on two servers through the web client, with cut connections, cut backlogs,
 * and servers that are stopped, killed and frozen. For each of the 20 seeds every list must equal a
 * fresh read within 10 s of the last fault.
 */
const SEEDS = 20;
const WITHIN_MS = 10_000;

printMachine({ pg: readVersion('pg') });
const database = await startDatabase();
const failed: number[] = [];
try {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const databaseUrl = await createDatabase(database.url, `seed_${seed}`);
    const { faults, agreedAfterMs, ...counts } = await runLiveOracle({
      seed,
      databaseUrl,
      faults: ['SIGTERM', 'freeze', 'SIGKILL', 'freeze'],
      writesPerFault: 500,
    });
    if (faults.length > 0 || agreedAfterMs > WITHIN_MS) failed.push(seed);
    console.log(
      `seed ${seed}: ${faults.length} faults, agreed after ${(agreedAfterMs / 1000).toFixed(1)} s, ${JSON.stringify(counts)}`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
  }
} finally {
  await database.stop();
}
console.log(failed.length === 0 ? 'all seeds agree' : `seeds that failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  // No `URL`, because the built-in database is on a socket, so its address has no host.
  const created = url.replace(/\/yamori(?=\?|$)/, `/${name}`);
  await migrate(created, MIGRATIONS_FOLDER, pino({ level: 'silent' }));
  return created;
}
