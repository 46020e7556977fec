import { createSignalQuality, detectBeats, meanHeartRate } from '@yamori/signal';
import type { Command } from '../command.ts';
import { readChannel, channelUsage } from '../recordings/channel-option.ts';

type BeatsResult = {
  readonly sampleRateHz: number;
  readonly beatsSeconds: readonly number[];
  readonly quality: readonly QualityInterval[];
  /** One per full minute; null with too few beats. */
  readonly heartRatePerMinute: readonly (number | null)[];
};

type QualityInterval = { fromSeconds: number; toSeconds: number; readonly grade: string };

export const beats: Command = {
  name: 'beats',
  usage: channelUsage,
  summary: 'finds the heart beats of an ECG, its quality, and the heart rate per minute',
  run: async (args, context) => {
    const { samples, sampleRateHz } = readChannel(args, context, /ecg|ekg|^(i|ii|iii|v\d?|mlii)$/i);
    const beatsSeconds = Array.from(
      detectBeats(samples, sampleRateHz),
      (sample) => sample / sampleRateHz,
    );
    const heartRatePerMinute = computeMinuteRates(beatsSeconds, samples.length / sampleRateHz);
    const value: BeatsResult = {
      sampleRateHz,
      beatsSeconds,
      quality: gradeQuality(samples, sampleRateHz),
      heartRatePerMinute,
    };
    const knownRates = heartRatePerMinute.filter((rate) => rate !== null);
    return {
      value,
      text: `${beatsSeconds.length} beats in ${(samples.length / sampleRateHz).toFixed(1)} s, ${knownRates.length === 0 ? '-' : (knownRates.reduce((sum, rate) => sum + rate, 0) / knownRates.length).toFixed(1)} a minute\n`,
    };
  },
};

const MINUTE = 60;

function computeMinuteRates(beatsSeconds: readonly number[], seconds: number): (number | null)[] {
  return Array.from({ length: Math.floor(seconds / MINUTE) }, (_, minute) => {
    const inside = beatsSeconds
      .filter((beat) => beat >= minute * MINUTE && beat < (minute + 1) * MINUTE)
      .map((beat) => 1000 * beat);
    const rate = meanHeartRate(inside);
    return Number.isFinite(rate) ? rate : null;
  });
}

const WINDOW_SECONDS = 4;

/** Intervals of equal grade, assessed every four seconds. */
function gradeQuality(samples: Float32Array, sampleRateHz: number): QualityInterval[] {
  const qualityMeter = createSignalQuality({ sampleRateHz, windowSeconds: WINDOW_SECONDS });
  const intervals: QualityInterval[] = [];
  const step = Math.round(WINDOW_SECONDS * sampleRateHz);
  for (let from = 0; from + step <= samples.length; from += step) {
    const window = samples.subarray(from, from + step);
    qualityMeter.push(window, (1000 * from) / sampleRateHz);
    const reading = qualityMeter.read((1000 * (from + step)) / sampleRateHz);
    const isMissing = window.every((value) => Number.isNaN(value));
    const known = reading.kind === 'value' ? reading.value : 'unknown';
    const grade = isMissing ? 'missing' : known;
    const toSeconds = (from + step) / sampleRateHz;
    const last = intervals.at(-1);
    if (last?.grade === grade) last.toSeconds = toSeconds;
    else intervals.push({ fromSeconds: from / sampleRateHz, toSeconds, grade });
  }
  return intervals;
}
