import { NOT_MEASURED } from '@yamori/frames';
import type { TimelineRun } from '../../../core/timeline/sample-runs.ts';
import type { PlannedStream } from './night-plan.ts';

/** Samples of a stream without a gap, in the unit of the analysis, channels interleaved. */
export type NightRun = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
  readonly samples: Float32Array;
  readonly source: string;
};

export function toNightRun(
  { firstSampleTimeUs, channels }: TimelineRun,
  { serial, streamId, sampleRateHz, scale, offset }: PlannedStream,
): NightRun {
  const width = channels.length;
  const length = channels[0]?.length ?? 0;
  const samples = new Float32Array(length * width);
  for (const [channel, values] of channels.entries()) {
    for (let at = 0; at < length; at++) {
      const value = values[at] ?? NOT_MEASURED;
      samples[at * width + channel] = value === NOT_MEASURED ? Number.NaN : value * scale + offset;
    }
  }
  const fromMs = firstSampleTimeUs / 1000;
  return {
    fromMs,
    toMs: fromMs + (1000 * length) / sampleRateHz,
    width,
    samples,
    source: `${serial}:${streamId}`,
  };
}

/**
 * Merges runs of several streams of one signal into one sequence without overlaps. Earlier streams
 * win; later ones only fill the gaps. In chronological order.
 */
export function inOneLine(
  streams: readonly (readonly NightRun[])[],
  sampleRateHz: number,
): NightRun[] {
  const line: NightRun[] = [];
  for (const runs of streams) {
    const free = runs.flatMap((run) =>
      line.reduce(
        (pieces, taken) => pieces.flatMap((slice) => subtract(slice, taken, sampleRateHz)),
        [run],
      ),
    );
    line.push(...free);
    line.sort((a, b) => a.fromMs - b.fromMs);
  }
  return line;
}

/** Subtracts the time of `taken` from a run: leaves none, one or two runs. */
function subtract(run: NightRun, taken: NightRun, sampleRateHz: number): NightRun[] {
  if (taken.toMs <= run.fromMs || taken.fromMs >= run.toMs) return [run];
  const frames = run.samples.length / run.width;
  const frameAt = (ms: number): number =>
    Math.min(frames, Math.max(0, Math.ceil(((ms - run.fromMs) * sampleRateHz) / 1000 - 1e-6)));
  const slice = (from: number, to: number): NightRun[] => {
    const fromMs = run.fromMs + (1000 * from) / sampleRateHz;
    return to > from
      ? [
          {
            ...run,
            fromMs,
            toMs: fromMs + (1000 * (to - from)) / sampleRateHz,
            samples: run.samples.subarray(from * run.width, to * run.width),
          },
        ]
      : [];
  };
  return [...slice(0, frameAt(taken.fromMs)), ...slice(frameAt(taken.toMs), frames)];
}
