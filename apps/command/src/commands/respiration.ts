import {
  flowBreathShare,
  type RespirationWindow,
  respirationMinutes,
  respirationWindows,
} from '@yamori/signal';
import type { Command } from '../command.ts';
import { channelOf, channelUsage } from '../recordings/channel-words.ts';

export type RespirationResult = {
  readonly windows: readonly RespirationWindow[];
  readonly minutes: readonly {
    readonly fromSeconds: number;
    readonly perMinute: number | null;
    readonly certainty: number;
  }[];
};

/** Channels that rise and fall with the breath. */
export const BREATHING_LABELS = /flow|resp|imp|thor|abdo|chest/i;

export const respiration: Command = {
  name: 'respiration',
  usage: channelUsage,
  summary: 'breaths a minute in windows of 64 s every 32 s, and each minute, with their certainty',
  run: async (words, surroundings) => {
    const { samples, sampleRateHz, label } = channelOf(words, surroundings, BREATHING_LABELS);
    const options = /flow/i.test(label)
      ? { sampleRateHz, breathShare: flowBreathShare }
      : { sampleRateHz };
    const windows = respirationWindows(samples, options);
    const minutes = respirationMinutes(samples, options).map(
      ({ fromSeconds, perMinute, certainty }) => ({ fromSeconds, perMinute, certainty }),
    );
    const value: RespirationResult = { windows, minutes };
    const lines = minutes.map(
      ({ fromSeconds, perMinute, certainty }) =>
        `${String(fromSeconds / 60).padStart(5)} min  ${perMinute === null ? '   -' : perMinute.toFixed(1).padStart(4)} /min  certainty ${certainty.toFixed(2)}\n`,
    );
    return { value, text: lines.join('') };
  },
};
