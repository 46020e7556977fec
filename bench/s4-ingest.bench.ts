import { printMachine, versionOf } from './rig/report.ts';
import { measureInflux, type InfluxFigures } from './s4-influx.ts';
import { buildMinutes, samplesOf } from './s4-recording.ts';
import { measureRows } from './s4-rows.ts';
import { measureYamori, type YamoriFigures } from './s4-yamori.ts';

// S4: durable ingest, samples a second and bytes a sample. Everything is sent over HTTP on loopback and counts when
// it is acknowledged; making the requests is not counted, answering them is. The same samples for all.
const DEVICES = 6;
const MINUTES = 10;
const ROW_SAMPLES = 1_000_000;
/** Taken in turns; the best of each counts, since whatever else runs on the machine only ever slows one down. */
const ROUNDS = 2;

const minutes = buildMinutes(DEVICES, MINUTES);
const samples = samplesOf(minutes);
const yamoris: YamoriFigures[] = [];
const influxes: InfluxFigures[] = [];
for (let round = 0; round < ROUNDS; round++) {
  yamoris.push(await measureYamori(minutes));
  const influx = await measureInflux(minutes);
  if (influx === null) break;
  influxes.push(influx);
}
const rows = await measureRows(minutes, ROW_SAMPLES);
const [yamori] = yamoris.sort((one, other) => one.acknowledgedSeconds - other.acknowledgedSeconds);
const [influx = null] = influxes.sort((one, other) => one.acknowledgedSeconds - other.acknowledgedSeconds);
if (yamori === undefined) throw new Error('nothing was measured');
const finishedSeconds = Math.min(...yamoris.map((figures) => figures.finishedSeconds));

printMachine({ postgresql: yamori.version, fastify: versionOf('fastify'), pg: versionOf('pg'), influxdb: influx?.version ?? 'absent' });
console.log(`S4: ${DEVICES} devices × ${MINUTES} min of ECG 250 Hz, accelerometer 3 × 50 Hz, EIT 208 × 20 Hz: ${(samples / 1e6).toFixed(1)} M samples; sent at ${yamori.sentBytesPerSample.toFixed(2)} bytes a sample`);
const line = (name: string, perSecond: number, bytes: number | null): void => {
  const ratio = influx === null ? '' : `${(perSecond / (samples / influx.acknowledgedSeconds)).toFixed(1)} ×`;
  const bytesRatio = influx === null || bytes === null ? '' : `${(bytes / influx.bytesPerSample).toFixed(2)} ×`;
  console.log(`${name.padEnd(40)}${(perSecond / 1e6).toFixed(2).padStart(10)}${ratio.padStart(10)}${(bytes?.toFixed(3) ?? '').padStart(10)}${bytesRatio.padStart(10)}`);
};
console.log(`${''.padEnd(40)}${'M/s'.padStart(10)}${'ratio'.padStart(10)}${'B/sample'.padStart(10)}${'ratio'.padStart(10)}`);
line('Yamori, acknowledged', samples / yamori.acknowledgedSeconds, null);
line('Yamori, acknowledged + chunks + pyramid', samples / finishedSeconds, yamori.bytesPerSample);
if (influx !== null) line('InfluxDB', samples / influx.acknowledgedSeconds, influx.bytesPerSample);
line('PostgreSQL, a row a sample', rows.samples / rows.seconds, rows.bytesPerSample);
const spread = (seconds: readonly number[]): string => seconds.map((one) => (samples / one / 1e6).toFixed(2)).join(', ');
console.log(`rounds, M/s: Yamori ${spread(yamoris.map((figures) => figures.acknowledgedSeconds))}; InfluxDB ${spread(influxes.map((figures) => figures.acknowledgedSeconds))}`);
console.log('goal: 20 × the samples a second and 0.8 × the bytes of InfluxDB');
