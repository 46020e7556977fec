import { cpus } from 'node:os';
import { analyseNight, type NightChannel } from '@yamori/signal';
import {
  breathing,
  chestAccelerometer,
  steadyBeats,
  syntheticEcg,
} from '../packages/signal/src/testing/synthetic-signals.ts';

// Figure S7: the analysis of one night, ECG 250 Hz + accelerometer 50 Hz + impedance 50 Hz, on one
// core. Repeats ten minutes of samples, so that generating them costs nothing. Counts CPU time,
// without other processes, and takes the shortest of three runs. Also prints the first (cold) run
// and the elapsed time.
const MINUTES = 10;
const RUNS = 3;
const seconds = MINUTES * 60;
const fromMs = Date.UTC(2026, 0, 1, 13);

const ecg = syntheticEcg({
  seconds,
  sampleRateHz: 250,
  beatSeconds: steadyBeats(seconds, 60),
  noise: 0.02,
  wander: 0.1,
});
const axl = chestAccelerometer({
  seconds,
  sampleRateHz: 50,
  up: [0, 0.1, 0.99],
  perMinute: 14,
}).map((value, at) => value + (at < 3000 ? 0.06 * Math.sin(at / 9) : 0));
const impe = breathing(seconds, 50, 14, 0.4, 0.02);

function* stretches(samples: Float32Array, hours: number) {
  for (let part = 0; part < (hours * 60) / MINUTES; part++)
    yield { fromMs: fromMs + part * seconds * 1000, samples, source: `part ${part}` };
}

function channels(hours: number): NightChannel[] {
  return [
    { kind: 'ecg', sampleRateHz: 250, stretches: stretches(ecg, hours) },
    { kind: 'accelerometer', sampleRateHz: 50, stretches: stretches(axl, hours) },
    { kind: 'impedance', sampleRateHz: 50, stretches: stretches(impe, hours) },
  ];
}

function measure(hours: number): {
  firstMs: number;
  bestMs: number;
  clockMs: number;
  asleepMinutes: number;
} {
  const times: number[] = [];
  let clockMs = Infinity;
  let asleepMinutes = 0;
  for (let run = 0; run < RUNS; run++) {
    const startedMs = performance.now();
    const before = process.cpuUsage();
    const { metrics } = analyseNight({
      fromMs,
      toMs: fromMs + hours * 3_600_000,
      utcOffsetMinutes: 540,
      channels: channels(hours),
    });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    clockMs = Math.min(clockMs, performance.now() - startedMs);
    asleepMinutes = metrics['TST'] ?? 0;
  }
  return { firstMs: times[0] ?? 0, bestMs: Math.min(...times), clockMs, asleepMinutes };
}

console.log(`machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}`);
console.log(`versions node ${process.version}, v8 ${process.versions.v8}`);
console.log(
  'S7  analysis of a night: ECG 250 Hz + accelerometer 3 × 50 Hz + impedance 50 Hz, one core',
);
for (const hours of [2, 4, 8, 16]) {
  const { firstMs, bestMs, clockMs, asleepMinutes } = measure(hours);
  const goal = hours === 8 ? '   goal ≤ 1500 ms' : '';
  console.log(
    `    ${String(hours).padStart(2)} h   ${bestMs.toFixed(0)} ms of processor (first ${firstMs.toFixed(0)}, clock ${clockMs.toFixed(0)}), ${(bestMs / hours).toFixed(0)} ms an hour, asleep ${asleepMinutes} min${goal}`,
  );
}
