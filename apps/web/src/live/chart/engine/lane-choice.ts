import type { LaneChoice, LaneSpec, PaletteName } from '../chart-spec.ts';
import type { DeviceFeed } from './device-feed.ts';

type Preset = Pick<LaneSpec, 'scale' | 'filter' | 'colours' | 'pace' | 'paper' | 'windowsBack'> & {
  readonly stream: string;
  readonly channels: readonly number[];
};

const preset = (
  stream: string,
  colours: readonly PaletteName[],
  minimumSpan: number,
  pace: number,
  filter: LaneSpec['filter'] = {},
): Preset => ({
  stream,
  channels: colours.map((_, index) => index),
  colours,
  filter,
  pace,
  paper: 'none',
  windowsBack: 0,
  scale: { kind: 'auto', minimumSpan, magnify: 1 },
});

/** Breathing runs four times slower than the heart, trends sixty times. */
const SLOW = 0.25;
const TREND = 1 / 60;
const BREATHING = { highPassHz: 0.08, lowPassHz: 2 };

/**
 * Traces of a small tile, best first: the heart, then breathing from the most reliable sensor, then
 * trends.
 */
const PRESETS: readonly Preset[] = [
  preset('ecg', ['ecg'], 1, 1, { highPassHz: 0.5, lowPassHz: 40 }),
  preset('impe', ['respiration'], 0.2, SLOW, BREATHING),
  preset('respi-axl', ['axlX', 'axlY', 'axlZ'], 0.01, SLOW, BREATHING),
  preset('eit-curves', ['respiration'], 0.001, SLOW),
  preset('respihr', ['respiration'], 10, TREND),
  preset('temperature', ['temperature'], 0.5, TREND),
  preset('button', ['accent'], 1, TREND),
];

/** Kinds of streams that a choice can show. */
export const CHOSEN_KINDS: readonly string[] = [...PRESETS.map(({ stream }) => stream), 'eit'];

/**
 * Selects the best `atMost` traces of the devices: at most one of the heart, one of breathing, then
 * others.
 */
export function chooseLanes(
  choice: LaneChoice,
  feeds: ReadonlyMap<string, DeviceFeed>,
): LaneSpec[] {
  const found: LaneSpec[] = [];
  const named = PRESETS.filter(({ stream }) => choice.streams?.includes(stream) === true);
  for (const { stream, channels, ...look } of named.length === 0 ? PRESETS : named) {
    if (found.length >= choice.atMost) break;
    if (stream !== 'ecg' && found.some((lane) => lane.source.stream !== 'ecg')) break;
    const serial = choice.serials.find(
      (candidate) => feeds.get(candidate)?.getStream(stream) !== undefined,
    );
    if (serial !== undefined)
      found.push({
        ...look,
        id: `${serial}/${stream}`,
        source: { serial, stream, channels },
        weight: 1,
      });
  }
  return found;
}
