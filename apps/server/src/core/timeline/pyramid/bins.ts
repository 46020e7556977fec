import { NOT_MEASURED, type FoldedStretch } from '@yamori/frames';
import { durationUs } from '../timeline-frame.ts';

type BinGrid = {
  readonly binUs: number;
  readonly firstBin: number;
  /** Samples of each channel in the bin. */
  readonly counts: Uint32Array;
};

/**
 * Minimum, maximum and mean of each channel in bins of equal width. Bin `i` covers timeline times
 * from (firstBin + i) × binUs to the next bin. A bin without samples has count 0; a channel without
 * a measured value in a bin has -32,768 in all three. Every sample is within the minimum and
 * maximum of its bin.
 */
export type Bins = BinGrid & {
  readonly minimum: readonly Int16Array[];
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};

/** The same in one array each, channel by channel. */
export type BinSheet = BinGrid & {
  readonly channelCount: number;
  readonly minimum: Int16Array;
  readonly maximum: Int16Array;
  readonly mean: Int16Array;
};

/** Collects samples and finer bins into bins from `fromUs` (rounded down) to `toUs`. */
export type BinCollector = {
  readonly addSamples: (
    firstSampleTimeUs: number,
    sampleRateHz: number,
    channels: readonly Int16Array[],
  ) => void;
  /** Like `addSamples`, with a callback that reads the samples from `begin` to `end`. */
  readonly addFolded: (
    firstSampleTimeUs: number,
    sampleRateHz: number,
    sampleCount: number,
    fold: (begin: number, end: number) => FoldedStretch,
  ) => void;
  /** Adds bins whose width divides this one's; skips those that begin outside [fromUs, toUs). */
  readonly addBins: (bins: BinSheet, fromUs: number, toUs: number) => void;
  readonly sheet: () => BinSheet;
  readonly finish: () => Bins;
};

export function createBinCollector(binUs: number, fromUs: number, toUs: number): BinCollector {
  const firstBin = Math.floor(fromUs / binUs);
  const length = Math.max(1, Math.ceil(toUs / binUs) - firstBin);
  const counts = new Uint32Array(length);
  const state = { tracks: createTracks(0, length) };
  const getTracks = (channelCount: number): Tracks => {
    if (channelCount > state.tracks.channelCount)
      state.tracks = widen(state.tracks, channelCount, length);
    return state.tracks;
  };

  /** Assigns samples to their bins. */
  function divide(
    firstSampleTimeUs: number,
    sampleRateHz: number,
    sampleCount: number,
    take: (bin: number, begin: number, end: number) => void,
  ): void {
    for (let begin = 0; begin < sampleCount;) {
      const bin =
        Math.floor((firstSampleTimeUs + durationUs(begin, sampleRateHz)) / binUs) - firstBin;
      const end =
        sampleRateHz > 0
          ? Math.min(
              sampleCount,
              firstSampleAtOrAfter(
                (bin + 1 + firstBin) * binUs,
                firstSampleTimeUs,
                sampleRateHz,
                begin,
              ),
            )
          : sampleCount;
      if (bin >= 0 && bin < length) {
        counts[bin] = (counts[bin] ?? 0) + end - begin;
        take(bin, begin, end);
      }
      begin = end;
    }
  }

  function addSamples(
    firstSampleTimeUs: number,
    sampleRateHz: number,
    channels: readonly Int16Array[],
  ): void {
    const tracks = getTracks(channels.length);
    divide(firstSampleTimeUs, sampleRateHz, channels[0]?.length ?? 0, (bin, begin, end) => {
      channels.forEach((samples, channel) =>
        foldSamples(tracks, channel * length + bin, samples, begin, end),
      );
    });
  }

  function addFolded(
    firstSampleTimeUs: number,
    sampleRateHz: number,
    sampleCount: number,
    fold: (begin: number, end: number) => FoldedStretch,
  ): void {
    divide(firstSampleTimeUs, sampleRateHz, sampleCount, (bin, begin, end) => {
      const { minimum, maximum, sum, count } = fold(begin, end);
      const tracks = getTracks(count.length);
      for (let channel = 0; channel < count.length; channel++) {
        const measured = count[channel] ?? 0;
        if (measured > 0)
          foldInto(
            tracks,
            channel * length + bin,
            minimum[channel] ?? 0,
            maximum[channel] ?? 0,
            sum[channel] ?? 0,
            measured,
          );
      }
    });
  }

  function addBins(bins: BinSheet, onlyFromUs: number, onlyToUs: number): void {
    const tracks = getTracks(bins.channelCount);
    bins.counts.forEach((count, index) => {
      const timeUs = (bins.firstBin + index) * bins.binUs;
      const bin = Math.floor(timeUs / binUs) - firstBin;
      if (count === 0 || timeUs < onlyFromUs || timeUs >= onlyToUs || bin < 0 || bin >= length)
        return;
      counts[bin] = (counts[bin] ?? 0) + count;
      for (let channel = 0; channel < bins.channelCount; channel++) {
        const at = channel * bins.counts.length + index;
        const low = bins.minimum[at] ?? NOT_MEASURED;
        if (low !== NOT_MEASURED)
          foldInto(
            tracks,
            channel * length + bin,
            low,
            bins.maximum[at] ?? low,
            (bins.mean[at] ?? low) * count,
            count,
          );
      }
    });
  }

  const sheet = (): BinSheet => ({
    binUs,
    firstBin,
    counts,
    channelCount: state.tracks.channelCount,
    ...maskInvalidSamples(state.tracks),
  });
  return {
    addSamples,
    addFolded,
    addBins,
    sheet,
    finish: () => splitChannels(sheet()),
  };
}

function splitChannels({ binUs, firstBin, counts, channelCount, ...sheet }: BinSheet): Bins {
  const split = (values: Int16Array): Int16Array[] =>
    Array.from({ length: channelCount }, (_, channel) =>
      values.subarray(channel * counts.length, (channel + 1) * counts.length),
    );
  return {
    binUs,
    firstBin,
    counts,
    minimum: split(sheet.minimum),
    maximum: split(sheet.maximum),
    mean: split(sheet.mean),
  };
}

/** Arrays by channel, then bin. */
type Tracks = {
  readonly channelCount: number;
  readonly minimum: Int16Array;
  readonly maximum: Int16Array;
  readonly sum: Float64Array;
  readonly weight: Float64Array;
};

const createTracks = (channelCount: number, length: number): Tracks => ({
  channelCount,
  minimum: new Int16Array(channelCount * length).fill(32_767),
  maximum: new Int16Array(channelCount * length).fill(-32_768),
  sum: new Float64Array(channelCount * length),
  weight: new Float64Array(channelCount * length),
});

function widen(tracks: Tracks, channelCount: number, length: number): Tracks {
  const wider = createTracks(channelCount, length);
  wider.minimum.set(tracks.minimum);
  wider.maximum.set(tracks.maximum);
  wider.sum.set(tracks.sum);
  wider.weight.set(tracks.weight);
  return wider;
}

function maskInvalidSamples(tracks: Tracks): {
  readonly minimum: Int16Array;
  readonly maximum: Int16Array;
  readonly mean: Int16Array;
} {
  const { minimum, maximum, sum, weight } = tracks;
  const mean = new Int16Array(weight.length);
  for (let at = 0; at < weight.length; at++) {
    const own = weight[at] ?? 0;
    if (own === 0) {
      minimum[at] = NOT_MEASURED;
      maximum[at] = NOT_MEASURED;
    }
    mean[at] = own === 0 ? NOT_MEASURED : Math.round((sum[at] ?? 0) / own);
  }
  return { minimum, maximum, mean };
}

/**
 * Must round like `durationUs`: otherwise a sample could fall into no bin, or the caller could
 * loop.
 */
function firstSampleAtOrAfter(
  timeUs: number,
  firstSampleTimeUs: number,
  sampleRateHz: number,
  begin: number,
): number {
  let index = Math.max(
    begin + 1,
    Math.floor(((timeUs - firstSampleTimeUs) * sampleRateHz) / 1e6) - 1,
  );
  while (firstSampleTimeUs + durationUs(index, sampleRateHz) < timeUs) index++;
  return index;
}

function foldSamples(
  tracks: Tracks,
  at: number,
  samples: Int16Array,
  begin: number,
  end: number,
): void {
  let low = 32_767;
  let high = -32_768;
  let sum = 0;
  let count = 0;
  for (let index = begin; index < end; index++) {
    const value = samples[index] ?? NOT_MEASURED;
    if (value === NOT_MEASURED) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    sum += value;
    count++;
  }
  if (count > 0) foldInto(tracks, at, low, high, sum, count);
}

function foldInto(
  tracks: Tracks,
  at: number,
  low: number,
  high: number,
  sum: number,
  count: number,
): void {
  if (low < (tracks.minimum[at] ?? low)) tracks.minimum[at] = low;
  if (high > (tracks.maximum[at] ?? high)) tracks.maximum[at] = high;
  tracks.sum[at] = (tracks.sum[at] ?? 0) + sum;
  tracks.weight[at] = (tracks.weight[at] ?? 0) + count;
}
