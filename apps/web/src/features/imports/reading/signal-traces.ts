import { maskInvalidSamples, type RecordingGap, type RecordingStream } from '@yamori/formats';
import { createEnvelope, type Envelope } from './envelope.ts';
import type { CheckedStream } from './file-check.ts';

/**
 * Samples that are combined to a minimum and maximum before they enter the picture; slow signals
 * add each sample.
 */
const MAX_BLOCK_SAMPLES = 8;
const BLOCK_SECONDS = 0.25;
const MAX_STREAMS = 64;

type SignalPart = {
  readonly startSeconds: number;
  readonly streams: readonly RecordingStream[];
  readonly gaps: readonly RecordingGap[];
};

/** Gathers the signals of a file part by part. */
type SignalTraces = {
  readonly add: (part: SignalPart) => void;
  /** The end of the samples so far. */
  readonly endSeconds: () => number;
  readonly streams: () => readonly CheckedStream[];
};

type Gathered = {
  readonly label: string;
  readonly unit: string;
  readonly sampleRateHz: number;
  samples: number;
  readonly envelope: Envelope;
};

export function createSignalTraces(): SignalTraces {
  const gathered: Gathered[] = [];
  let end = 0;
  return {
    add({ startSeconds, streams, gaps }) {
      streams.slice(0, MAX_STREAMS).forEach((stream, index) => {
        const own = (gathered[index] ??= {
          label: stream.label,
          unit: stream.unit,
          sampleRateHz: stream.sampleRateHz,
          samples: 0,
          envelope: createEnvelope(),
        });
        own.samples += stream.samples.values.length;
        end = Math.max(
          end,
          addStream(own.envelope, maskInvalidSamples(stream), startSeconds, gaps),
        );
      });
    },
    endSeconds: () => end,
    streams: () =>
      gathered.map(({ envelope, ...stream }) => ({
        ...stream,
        channels: 1,
        traces: stream.sampleRateHz > 0 ? [envelope.trace(0, end)] : [],
      })),
  };
}

/** @returns the end of the last sample, in seconds */
function addStream(
  envelope: Envelope,
  { samples, sampleRateHz }: RecordingStream,
  startSeconds: number,
  gaps: readonly RecordingGap[],
): number {
  if (!(sampleRateHz > 0)) return 0;
  const { values } = samples;
  const formatTime = timesBehindGaps(gaps, sampleRateHz);
  const block = Math.max(1, Math.min(MAX_BLOCK_SAMPLES, Math.floor(sampleRateHz * BLOCK_SECONDS)));
  let end = startSeconds;
  for (let at = 0; at < values.length;) {
    const { seconds, untilIndex } = formatTime(at);
    const stop = Math.min(values.length, at + block, untilIndex);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = at; index < stop; index++) {
      const digital = values[index] ?? Number.NaN;
      if (samples.kind === 'digital' && digital === samples.notMeasured) continue;
      const value = samples.kind === 'digital' ? digital * samples.scale + samples.offset : digital;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const from = startSeconds + seconds;
    end = from + (stop - at) / sampleRateHz;
    envelope.add(from, end, low, high);
    at = Math.max(stop, at + 1);
  }
  return end;
}

/**
 * The time of a sample, and the index up to which no gap follows. Called in order of the samples.
 */
function timesBehindGaps(
  gaps: readonly RecordingGap[],
  sampleRateHz: number,
): (index: number) => { readonly seconds: number; readonly untilIndex: number } {
  let passed = 0;
  let missing = 0;
  return (index) => {
    for (
      let gap = gaps[passed];
      gap !== undefined && Math.round(gap.recordedSeconds * sampleRateHz) <= index;
      gap = gaps[passed]
    ) {
      missing += gap.endSeconds - gap.startSeconds;
      passed += 1;
    }
    const next = gaps[passed];
    return {
      seconds: index / sampleRateHz + missing,
      untilIndex:
        next === undefined
          ? Number.POSITIVE_INFINITY
          : Math.round(next.recordedSeconds * sampleRateHz),
    };
  };
}
