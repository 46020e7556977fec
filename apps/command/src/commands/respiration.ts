import {
  flowBreathShare,
  type RespirationWindow,
  respirationMinutes,
  respirationWindows,
} from '@yamori/signal';
import type { Command } from '../command.ts';
import { readChannel, channelUsage } from '../recordings/channel-option.ts';

type RespirationResult = {
  readonly windows: readonly RespirationWindow[];
  readonly minutes: readonly {
    readonly fromSeconds: number;
    readonly perMinute: number | null;
    readonly certainty: number;
  }[];
};

/** Channels that follow breathing. */
export const BREATHING_LABELS = /flow|resp|imp|thor|abdo|chest/i;

export const respiration: Command = {
  name: 'respiration',
  usage: channelUsage,
  summary:
    'measures the respiration rate in windows of 64 s every 32 s and in each minute, with its certainty',
  run: async (args, context) => {
    const { samples, sampleRateHz, label } = readChannel(args, context, BREATHING_LABELS);
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
