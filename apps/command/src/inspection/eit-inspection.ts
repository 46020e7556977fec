import type { GoeMfRecording } from '@yamori/formats';
import { type InspectedStream, type Inspection, summarise } from './inspection.ts';

/**
 * A Goe-MF file: its four parts as streams of many channels, frame by frame, and statistics of all
 * values.
 */
export type EitInspection = Inspection & {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly raw: {
    readonly sum: number;
    readonly min: number | null;
    readonly max: number | null;
    readonly firstOfFirstFrame: readonly (number | null)[];
    readonly firstOfLastFrame: readonly (number | null)[];
  };
};

const FIRST = 10;

export function inspectEit(formatName: string, eit: GoeMfRecording): EitInspection {
  const part = (label: string, unit: string, values: Float32Array): InspectedStream => ({
    label,
    unit,
    sampleRateHz: eit.frameRateHz,
    samples: eit.frameCount,
    channels: eit.frameCount === 0 ? 0 : values.length / eit.frameCount,
    startSeconds: 0,
    ...summarise(values.length, (index) => values[index] ?? Number.NaN),
    firstDigital: null,
    sumDigital: null,
  });
  const streams = [
    part('voltages', 'V', eit.voltages),
    part('currents', '', eit.currents),
    part('drive voltages', 'V', eit.driveVoltages),
    part('auxiliary', '', eit.auxiliary),
  ];
  const lastFrame = eit.voltages
    .subarray(Math.max(0, eit.frameCount - 1) * (streams[0]?.channels ?? 0))
    .subarray(0, FIRST);
  return {
    format: formatName,
    startedAt: null,
    durationSeconds: eit.frameCount / eit.frameRateHz,
    streams,
    annotations: [],
    gaps: [],
    problems: eit.problems,
    frames: eit.frameCount,
    framesPerSecond: eit.frameRateHz,
    raw: {
      sum: streams.reduce((sum, stream) => sum + (stream.sum ?? 0), 0),
      min: extreme(
        streams.map((stream) => stream.min),
        Math.min,
      ),
      max: extreme(
        streams.map((stream) => stream.max),
        Math.max,
      ),
      firstOfFirstFrame: streams[0]?.first ?? [],
      firstOfLastFrame: Array.from(lastFrame),
    },
  };
}

function extreme(
  values: readonly (number | null)[],
  pick: (...numbers: number[]) => number,
): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : pick(...known);
}
