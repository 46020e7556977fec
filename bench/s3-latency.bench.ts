import { loadavg } from 'node:os';
import { natsServerBinary, startNatsServer } from '../apps/server/src/testing/nats-server.ts';
import { commandVersion, percentile, printMachine, readVersion } from './rig/report.ts';
import { startDatabase, startServer } from './rig/server-process.ts';
import {
  DEVICES,
  FRAMES_PER_SECOND,
  measureFloor,
  measureProduct,
  registerDevices,
  SECONDS,
  VIEWERS,
  WATCHED,
  type Outcome,
  type Phases,
} from './s3-load.ts';

/**
 * S3: from a device to a browser, compared with the bare broker and socket library under the same
 * load. With S3_PHASES, measures one sending order (see `Phases`) in a minute; otherwise both.
 */
function print({ name, latenciesMs, expected, acknowledged, sent, cores }: Outcome): void {
  const figures = [0.5, 0.95, 0.99, 1]
    .map((share) => percentile(latenciesMs, share).toFixed(1).padStart(8))
    .join('');
  const lost = String(Math.round(expected) - latenciesMs.length).padStart(5);
  const [load = 0] = loadavg();
  console.log(
    `${name.padEnd(46)}${figures}   lost ${lost} of ${Math.round(expected)}   unacknowledged ${sent - acknowledged}   cores ${cores.map((share) => share.toFixed(2)).join(' + ')}   (load ${load.toFixed(1)})`,
  );
}

const orders = ['unrelated', 'neighbours'] as const satisfies readonly Phases[];
const wanted = orders.filter((order) => order === process.env['S3_PHASES']);
const phases = wanted.length === 0 ? orders : wanted;
printMachine({
  aedes: readVersion('aedes'),
  ws: readVersion('ws'),
  mqtt: readVersion('mqtt'),
  nats: commandVersion('/usr/sbin/nats-server', '--version'),
});
console.log(
  `S3: ${DEVICES} devices × ${FRAMES_PER_SECOND} frames/s × 1 KiB to ${VIEWERS} viewers of ${WATCHED}, ${SECONDS} s with compaction running, durable before acknowledged; goal p99 ≤ 10 ms, over NATS ≤ 15 ms, 0 lost, ≤ 0.20 of a core`,
);
console.log(
  'cores: CPU time of the server process with all its threads ÷ elapsed time; load: what the machine did besides, over the last minute',
);
console.log(
  `${''.padEnd(46)}${['p50 ms', 'p95', 'p99', 'max'].map((word) => word.padStart(8)).join('')}`,
);
for (const outcome of await measureFloor('bare broker + ws', phases)) print(outcome);

const environment = {
  YAMORI_LIMIT_SOCKETS_MEMBER: '1000',
  YAMORI_LIMIT_REQUESTS_ADDRESS: '100000',
};
const alone = await startServer({ environment });
for (const outcome of await measureProduct({
  name: 'Yamori, one process',
  keys: await registerDevices(alone),
  ingestAt: alone,
  viewersAt: alone,
  phases,
}))
  print(outcome);
await alone.stop();

const binary = natsServerBinary();
if (binary === undefined) console.log('over NATS: not run, nats-server is not installed');
else {
  const nats = await startNatsServer(binary);
  const database = await startDatabase();
  const shared = {
    ...environment,
    NATS_URL: nats.url,
    DATABASE_URL: database.url,
    YAMORI_SECRET: 'a secret that all servers of a run have',
  };
  const first = await startServer({ environment: shared });
  const second = await startServer({ environment: shared });
  const outcomes = await measureProduct({
    name: 'Yamori, two over NATS',
    keys: await registerDevices(first),
    ingestAt: first,
    viewersAt: second,
    phases: phases.slice(0, 1),
  });
  for (const outcome of outcomes) print(outcome);
  for (const part of [second, first, database, nats]) await part.stop();
}
