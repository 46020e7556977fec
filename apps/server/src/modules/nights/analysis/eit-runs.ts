import { readFileSync } from 'node:fs';
import {
  createGlobalTrace,
  decodeEitModel,
  eitReadings,
  type EitModel,
  type GlobalTrace,
} from '@yamori/signal';
import { NOT_MEASURED } from '@yamori/frames';
import type { TimelineRun } from '../../../core/timeline/sample-runs.ts';
import type { NightRun } from './night-runs.ts';

/** The stream of an EIT device, and how its raw values convert to its unit. */
type EitStream = {
  readonly serial: string;
  readonly streamId: number;
  /** Of the runs, which may be decimated. */
  readonly sampleRateHz: number;
  readonly scale: number;
  readonly offset: number;
};

/**
 * Converts runs of EIT frames into runs with one value per frame. Runs of a stream must arrive in
 * chronological order.
 */
export type EitRuns = { readonly toNightRun: (run: TimelineRun, stream: EitStream) => NightRun };

/**
 * Electrodes may be moved during a longer break, so the reference from before it no longer applies.
 */
const BREAK_MS = 10_000;

export const readEitModel = (): EitModel =>
  decodeEitModel(
    Uint8Array.from(
      readFileSync(new URL(import.meta.resolve('@yamori/signal/assets/eit-thorax.bin'))),
    ).buffer,
  );

/** Loads the thorax model on the first EIT run, because most nights have none. */
export function createEitRuns(readModel: () => EitModel = readEitModel): EitRuns {
  const traces = new Map<string, { readonly trace: GlobalTrace; untilMs: number }>();
  let model: EitModel | null = null;
  return {
    toNightRun({ firstSampleTimeUs, channels }, { serial, streamId, sampleRateHz, scale, offset }) {
      const source = `${serial}:${streamId}`;
      model ??= readModel();
      const state = traces.get(source) ?? {
        trace: createGlobalTrace(model, sampleRateHz),
        untilMs: Number.NEGATIVE_INFINITY,
      };
      traces.set(source, state);
      const fromMs = firstSampleTimeUs / 1000;
      if (fromMs - state.untilMs > BREAK_MS) state.trace.reset();
      const length = channels[0]?.length ?? 0;
      const frame = new Float32Array(eitReadings);
      const samples = Float32Array.from({ length }, (_, at) => {
        for (let reading = 0; reading < eitReadings; reading++) {
          const value = channels[reading]?.[at] ?? NOT_MEASURED;
          frame[reading] = value === NOT_MEASURED ? Number.NaN : value * scale + offset;
        }
        return state.trace.push(frame);
      });
      state.untilMs = fromMs + (1000 * length) / sampleRateHz;
      return { fromMs, toMs: state.untilMs, width: 1, samples, source };
    },
  };
}
