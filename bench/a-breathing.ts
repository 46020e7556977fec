import { measureRespiration } from '@yamori/signal';
import { csvColumns } from './a-recordings.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

const RATE_HZ = 125;
const WINDOW_SECONDS = 64;
const STEP_SECONDS = 32;

/** A3: respiration rate from impedance in windows of 64 s against two annotators. */
export function respirationLines(): AccuracyLine[] {
  return ['01', '05'].map((record) => {
    const signal =
      csvColumns(`ecg-resp-bidmc/bidmc_${record}_Signals.csv`).get('RESP') ?? new Float32Array(0);
    const breaths = [...csvColumns(`ecg-resp-bidmc/bidmc_${record}_Breaths.csv`)]
      .filter(([name]) => name.startsWith('breaths'))
      .map(([, samples]) => samples);
    const errors: number[] = [];
    const rates: number[] = [];
    let uncertain = 0;
    for (let from = 0; from + WINDOW_SECONDS <= 480; from += STEP_SECONDS) {
      const reading = measureRespiration(
        signal.subarray(from * RATE_HZ, (from + WINDOW_SECONDS) * RATE_HZ),
        RATE_HZ,
      );
      if (reading.kind !== 'value') {
        uncertain += 1;
        continue;
      }
      const wanted = breaths.map((samples) =>
        computeRate(samples, from * RATE_HZ, (from + WINDOW_SECONDS) * RATE_HZ),
      );
      errors.push(
        Math.abs(reading.value - wanted.reduce((sum, rate) => sum + rate, 0) / wanted.length),
      );
      rates.push(reading.value);
    }
    const mean = (values: number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      figure: 'A3',
      what: `respiration from impedance, BIDMC ${record}, 64 s: MAE, /min`,
      value: `${mean(errors).toFixed(3)} (mean ${mean(rates).toFixed(2)}, uncertain ${uncertain})`,
      reference: record === '01' ? '21.26 /min' : '5.98 /min (monitor: 11.4)',
      goal: '≤ 0.25',
      anchor: 'simple peak count 0.23; the monitor itself 1.02',
    };
  });
}

/** Breaths per minute between the first and the last breath marked inside. */
function computeRate(samples: Float32Array, from: number, to: number): number {
  const inside = samples.filter((sample) => sample >= from && sample < to);
  return (60 * RATE_HZ * (inside.length - 1)) / ((inside.at(-1) ?? 0) - (inside[0] ?? 0));
}
