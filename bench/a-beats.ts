import { detectBeats, meanHeartRate } from '@yamori/signal';
import { scoreBeats } from '../packages/signal/src/testing/shared-recordings.ts';
import { csvColumns, mitRecord } from './a-recordings.ts';
import type { AccuracyLine } from './a-accuracy-line.ts';

const TOLERANCE_SECONDS = 0.15;

/** A1: R peaks against the expert's beats, tolerance 150 ms. */
export function beatLines(): AccuracyLine[] {
  return ['100', '106', '108'].map((record) => {
    const { samples, sampleRateHz, beats } = mitRecord(record);
    const detected = detectBeats(samples, sampleRateHz);
    const { found, f1 } = scoreBeats(beats, detected, TOLERANCE_SECONDS * sampleRateHz);
    const percent = (share: number) => (100 * share).toFixed(2);
    return {
      figure: 'A1',
      what: `R peaks, MIT-BIH ${record}${record === '108' ? ' (noisy, apart)' : ''}: Se / +P / F1, %`,
      value: `${percent(found / beats.length)} / ${percent(found / detected.length)} / ${percent(f1)}`,
      reference: `${beats.length} beats`,
      goal: record === '108' ? '-' : 'F1 ≥ 99.7',
      anchor: 'Pan-Tompkins 99.76 / 99.56, Elgendi 99.78 / 99.87 (whole database)',
    };
  });
}

/** A2: mean heart rate of each minute against the bedside monitor. */
export function heartRateLines(): AccuracyLine[] {
  return ['01', '05'].map((record) => {
    const lead =
      csvColumns(`ecg-resp-bidmc/bidmc_${record}_Signals.csv`).get('II') ?? new Float32Array(0);
    const monitor =
      csvColumns(`ecg-resp-bidmc/bidmc_${record}_Numerics.csv`).get('HR') ?? new Float32Array(0);
    const beatsMs = Array.from(detectBeats(lead, 125), (sample) => sample * 8);
    const errors = Array.from({ length: 8 }, (_, minute) => {
      const inside = beatsMs.filter(
        (timeMs) => timeMs >= minute * 60_000 && timeMs < (minute + 1) * 60_000,
      );
      const shown = monitor
        .subarray(minute * 60, (minute + 1) * 60)
        .filter((value) => !Number.isNaN(value));
      return Math.abs(
        meanHeartRate(inside) - shown.reduce((sum, value) => sum + value, 0) / shown.length,
      );
    });
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return {
      figure: 'A2',
      what: `heart rate per minute, BIDMC ${record}: MAE, bpm`,
      value: mean.toFixed(2),
      reference: '8 minutes of monitor',
      goal: '≤ 0.8',
      anchor: '0.78 by median RR',
    };
  });
}
