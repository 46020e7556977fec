import { loadavg } from 'node:os';
import { printMachine, readVersion } from './rig/report.ts';
import { median, type S4Figures } from './s4-figures.ts';
import { measureInflux } from './s4-influx.ts';
import { buildMinutes, countSamples } from './s4-recording.ts';
import { measureRows } from './s4-rows.ts';
import { measureYamori } from './s4-yamori.ts';

/*
 * S4: durable ingest, samples per second and bytes per sample. The same recording is sent to every
 * contender over HTTP on loopback, one minute of a stream per request. A reply means that the data
 * is on disk. Building the requests does not count, and the data of three devices is sent first as
 * warm-up. Contenders alternate in rounds; figures are medians.
 *
 * `S4_DEVICES` and `S4_ROUNDS` change the size.
 */
const DEVICES = Number(process.env['S4_DEVICES'] ?? 12);
const WARM_UP_DEVICES = 3;
const MINUTES = 10;
const ROUNDS = Number(process.env['S4_ROUNDS'] ?? 3);
const ROW_SAMPLES = 1_000_000;

const recording = buildMinutes(DEVICES + WARM_UP_DEVICES, MINUTES);
const isWarmUp = (serial: string): boolean => Number(serial.split('-')[1]) < WARM_UP_DEVICES;
const warmUp = recording.filter((minute) => isWarmUp(minute.serial));
const minutes = recording.filter((minute) => !isWarmUp(minute.serial));
const rounds: { yamori: S4Figures; influx: S4Figures | null; load: number }[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const [load = 0] = loadavg();
  const yamori = await measureYamori(warmUp, minutes);
  rounds.push({ yamori, influx: await measureInflux(warmUp, minutes), load });
}
const yamoris = rounds.map(({ yamori }) => yamori);
const influxes = rounds.flatMap(({ influx }) => influx ?? []);
const rows = [await measureRows(minutes, ROW_SAMPLES)];

printMachine({
  postgresql: yamoris[0]?.version ?? '',
  fastify: readVersion('fastify'),
  pg: readVersion('pg'),
  influxdb: influxes[0]?.version ?? 'absent',
});
console.log(
  `S4: ${DEVICES} devices × ${MINUTES} min of ECG 250 Hz, accelerometer 3 × 50 Hz, EIT 208 × 20 Hz: ${(countSamples(minutes) / 1e6).toFixed(1)} M samples, ${ROUNDS} rounds in turn, medians`,
);

type Measure = (figures: S4Figures) => number;
const ACKNOWLEDGED: Measure = (figures) => figures.samples / figures.acknowledgedSeconds / 1e6;
const FINISHED: Measure = (figures) => figures.samples / figures.finishedSeconds / 1e6;
const CPU: Measure = (figures) => (figures.cpuSeconds / figures.samples) * 1e6;
const BYTES: Measure = (figures) => figures.bytesPerSample;
const of = (all: readonly S4Figures[], measure: Measure): number => median(all.map(measure));

console.log(
  `\n${''.padEnd(34)}${['acknowledged', 'until final', 'CPU-s a', 'bytes a'].map((word) => word.padStart(14)).join('')}`,
);
console.log(
  `${''.padEnd(34)}${['M samples/s', 'M samples/s', 'M samples', 'sample'].map((word) => word.padStart(14)).join('')}`,
);
const line = (name: string, all: readonly S4Figures[]): void => {
  if (all.length > 0)
    console.log(
      `${name.padEnd(34)}${[ACKNOWLEDGED, FINISHED, CPU, BYTES].map((measure) => of(all, measure).toFixed(3).padStart(14)).join('')}`,
    );
};
line('Yamori', yamoris);
line('InfluxDB', influxes);
line('PostgreSQL, a row a sample', rows);

if (influxes.length > 0) {
  const ratio = (one: number, other: number): string => `${(one / other).toFixed(2)} ×`;
  console.log(`
Yamori ÷ InfluxDB
  samples a second, until final ÷ acknowledged    ${ratio(of(yamoris, FINISHED), of(influxes, ACKNOWLEDGED))}   (goal 20 ×; InfluxDB's own compaction left out)
  samples a second, until final ÷ until final     ${ratio(of(yamoris, FINISHED), of(influxes, FINISHED))}   (the CPU time of InfluxDB's compaction taken for its time)
  samples a second, both acknowledged             ${ratio(of(yamoris, ACKNOWLEDGED), of(influxes, ACKNOWLEDGED))}
  samples a CPU second, everything                ${ratio(of(influxes, CPU), of(yamoris, CPU))}   (hardly moved by what else the machine does)
  bytes a sample                                  ${ratio(of(yamoris, BYTES), of(influxes, BYTES))}   (goal 0.8 ×)`);
}
console.log('\neach round, M samples/s until final (acknowledged), CPU-s a M samples:');
for (const { yamori, influx, load } of rounds) {
  const word = (figures: S4Figures): string =>
    `${FINISHED(figures).toFixed(2)} (${ACKNOWLEDGED(figures).toFixed(2)}), ${CPU(figures).toFixed(3)}`;
  console.log(
    `  Yamori ${word(yamori)}; InfluxDB ${influx === null ? 'absent' : word(influx)}; load ${load.toFixed(1)} before`,
  );
}
console.log(
  '\nYamori: HTTP, key, check, forward, group commit, acknowledgement; chunks and pyramid by its compaction thread. CPU: all processes of the contender and its database, the load generator left out.',
);
