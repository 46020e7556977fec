import { type BreathingEvent, breathingEvents, createSlowTrack } from '@yamori/signal';
import type { Command } from '../command.ts';
import { readChannel, channelUsage } from '../recordings/channel-option.ts';
import { BREATHING_LABELS } from './respiration.ts';

type EventsResult = {
  readonly events: readonly BreathingEvent[];
  readonly perHour: number | null;
};

export const events: Command = {
  name: 'events',
  usage: channelUsage,
  summary: 'finds apnoeas and hypopnoeas in flow or effort; a reference value, not a diagnosis',
  run: async (args, context) => {
    const { samples, sampleRateHz } = readChannel(args, context, BREATHING_LABELS);
    const track = createSlowTrack({
      sampleRateHz,
      fromMs: 0,
      toMs: (1000 * samples.length) / sampleRateHz,
    });
    track.push(samples, 0);
    const found = breathingEvents(track.values(), track.rateHz);
    const measuredHours =
      samples.reduce((sum, sample) => sum + (Number.isNaN(sample) ? 0 : 1), 0) /
      sampleRateHz /
      3600;
    const value: EventsResult = {
      events: found,
      perHour: measuredHours > 0 ? found.length / measuredHours : null,
    };
    const lines = found.map(
      ({ kind, onsetSeconds, durationSeconds, certainty }) =>
        `${onsetSeconds.toFixed(1).padStart(9)} s  ${kind.padEnd(8)} ${durationSeconds.toFixed(1)} s  certainty ${certainty.toFixed(2)}\n`,
    );
    return { value, text: `${lines.join('')}${found.length} in ${measuredHours.toFixed(2)} h\n` };
  },
};
