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

/** Where its readings come from, and what they are in its unit. */
type EitStream = {
  readonly serial: string;
  readonly streamId: number;
  /** As the runs have it. */
  readonly sampleRateHz: number;
  readonly scale: number;
  readonly offset: number;
};

/**
 * Runs of tomographs as runs of one value a frame; those of a stream have to come in order of time.
 */
export type EitRuns = { readonly runOf: (run: TimelineRun, stream: EitStream) => NightRun };

/**
 * Electrodes may have been moved in a longer break: what was before it is no reference any more.
 */
const BREAK_MS = 10_000;

export const readEitModel = (): EitModel =>
  decodeEitModel(
    Uint8Array.from(
      readFileSync(new URL(import.meta.resolve('@yamori/signal/assets/eit-thorax.bin'))),
    ).buffer,
  );

/** Reads the model of the chest when the first tomograph comes: most nights have none. */
export function createEitRuns(readModel: () => EitModel = readEitModel): EitRuns {
  const traces = new Map<string, { readonly trace: GlobalTrace; untilMs: number }>();
  let model: EitModel | null = null;
  return {
    runOf({ firstSampleTimeUs, channels }, { serial, streamId, sampleRateHz, scale, offset }) {
      const source = `${serial}:${streamId}`;
      model ??= readModel();
      const own = traces.get(source) ?? {
        trace: createGlobalTrace(model, sampleRateHz),
        untilMs: Number.NEGATIVE_INFINITY,
      };
      traces.set(source, own);
      const fromMs = firstSampleTimeUs / 1000;
      if (fromMs - own.untilMs > BREAK_MS) own.trace.reset();
      const length = channels[0]?.length ?? 0;
      const frame = new Float32Array(eitReadings);
      const samples = Float32Array.from({ length }, (_, at) => {
        for (let reading = 0; reading < eitReadings; reading++) {
          const value = channels[reading]?.[at] ?? NOT_MEASURED;
          frame[reading] = value === NOT_MEASURED ? Number.NaN : value * scale + offset;
        }
        return own.trace.push(frame);
      });
      own.untilMs = fromMs + (1000 * length) / sampleRateHz;
      return { fromMs, toMs: own.untilMs, width: 1, samples, source };
    },
  };
}
