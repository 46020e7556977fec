import { NOT_MEASURED } from '@yamori/frames';
import { durationUs } from '../timeline-frame.ts';

/**
 * Smallest, largest and mean value of each channel in stretches of equal length. Stretch `i` covers timeline times
 * from (firstBin + i) × binUs to the next. A stretch without samples has count 0; a channel without a measured value
 * in a stretch has -32,768 in all three. No sample is ever outside its stretch's minimum and maximum.
 */
export type Bins = {
  readonly binUs: number;
  readonly firstBin: number;
  /** Samples of each channel in the stretch. */
  readonly counts: Uint32Array;
  readonly minimum: readonly Int16Array[];
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};

/** Collects samples and finer bins into bins that begin at `fromUs` (rounded down) and reach `toUs`. */
export type BinCollector = {
  readonly addSamples: (firstSampleTimeUs: number, sampleRateHz: number, channels: readonly Int16Array[]) => void;
  /** Bins of a width that divides this one's; those that begin outside [fromUs, toUs) are left out. */
  readonly addBins: (bins: Bins, fromUs: number, toUs: number) => void;
  readonly finish: () => Bins;
};

export function createBinCollector(binUs: number, fromUs: number, toUs: number): BinCollector {
  const firstBin = Math.floor(fromUs / binUs);
  const length = Math.max(1, Math.ceil(toUs / binUs) - firstBin);
  const counts = new Uint32Array(length);
  const tracks: Track[] = [];
  const trackOf = (channel: number): Track => {
    for (let missing = tracks.length; missing <= channel; missing++) tracks.push(createTrack(length));
    return tracks[channel] ?? createTrack(length);
  };

  function addSamples(firstSampleTimeUs: number, sampleRateHz: number, channels: readonly Int16Array[]): void {
    const sampleCount = channels[0]?.length ?? 0;
    for (let begin = 0; begin < sampleCount; ) {
      const bin = Math.floor((firstSampleTimeUs + durationUs(begin, sampleRateHz)) / binUs) - firstBin;
      const end = sampleRateHz > 0 ? Math.min(sampleCount, firstSampleAtOrAfter((bin + 1 + firstBin) * binUs, firstSampleTimeUs, sampleRateHz, begin)) : sampleCount;
      if (bin >= 0 && bin < length) {
        counts[bin] = (counts[bin] ?? 0) + end - begin;
        channels.forEach((samples, channel) => foldSamples(trackOf(channel), bin, samples, begin, end));
      }
      begin = end;
    }
  }

  function addBins(bins: Bins, onlyFromUs: number, onlyToUs: number): void {
    bins.counts.forEach((count, index) => {
      const timeUs = (bins.firstBin + index) * bins.binUs;
      const bin = Math.floor(timeUs / binUs) - firstBin;
      if (count === 0 || timeUs < onlyFromUs || timeUs >= onlyToUs || bin < 0 || bin >= length) return;
      counts[bin] = (counts[bin] ?? 0) + count;
      for (let channel = 0; channel < bins.minimum.length; channel++) {
        const low = bins.minimum[channel]?.[index] ?? NOT_MEASURED;
        if (low !== NOT_MEASURED) fold(trackOf(channel), bin, low, bins.maximum[channel]?.[index] ?? low, (bins.mean[channel]?.[index] ?? low) * count, count);
      }
    });
  }

  return {
    addSamples,
    addBins,
    finish: () => ({
      binUs,
      firstBin,
      counts,
      minimum: tracks.map((track) => measuredOnly(track, track.minimum)),
      maximum: tracks.map((track) => measuredOnly(track, track.maximum)),
      mean: tracks.map(meansOf),
    }),
  };
}

type Track = { readonly minimum: Int16Array; readonly maximum: Int16Array; readonly sum: Float64Array; readonly weight: Float64Array };

const createTrack = (length: number): Track => ({
  minimum: new Int16Array(length).fill(32_767),
  maximum: new Int16Array(length).fill(-32_768),
  sum: new Float64Array(length),
  weight: new Float64Array(length),
});

function measuredOnly(track: Track, values: Int16Array): Int16Array {
  for (let bin = 0; bin < values.length; bin++) if (track.weight[bin] === 0) values[bin] = NOT_MEASURED;
  return values;
}

function meansOf(track: Track): Int16Array {
  const means = new Int16Array(track.sum.length).fill(NOT_MEASURED);
  for (let bin = 0; bin < means.length; bin++) {
    const weight = track.weight[bin] ?? 0;
    if (weight > 0) means[bin] = Math.round((track.sum[bin] ?? 0) / weight);
  }
  return means;
}

/** The rounding of `durationUs` and the division back must agree, or a sample would fall into no bin or loop. */
function firstSampleAtOrAfter(timeUs: number, firstSampleTimeUs: number, sampleRateHz: number, begin: number): number {
  let index = Math.max(begin + 1, Math.floor(((timeUs - firstSampleTimeUs) * sampleRateHz) / 1e6) - 1);
  while (firstSampleTimeUs + durationUs(index, sampleRateHz) < timeUs) index++;
  return index;
}

function foldSamples(track: Track, bin: number, samples: Int16Array, begin: number, end: number): void {
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
  if (count > 0) fold(track, bin, low, high, sum, count);
}

function fold(track: Track, bin: number, low: number, high: number, sum: number, count: number): void {
  track.minimum[bin] = Math.min(track.minimum[bin] ?? low, low);
  track.maximum[bin] = Math.max(track.maximum[bin] ?? high, high);
  track.sum[bin] = (track.sum[bin] ?? 0) + sum;
  track.weight[bin] = (track.weight[bin] ?? 0) + count;
}
