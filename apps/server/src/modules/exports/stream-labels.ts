import type { TimelineStream } from '@yamori/domain';

/**
 * Labels of channels from which an import recognises what they measure.
 */
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  'respi-axl': ['acc x', 'acc y', 'acc z'],
  respihr: ['respiration', 'HR'],
};

/**
 * Labels all channels, with a number after a repeated label. EDF allows at most 16 characters.
 */
export function channelLabels(
  streams: readonly TimelineStream[],
): ReadonlyMap<TimelineStream, readonly string[]> {
  const used = new Map<string, number>();
  return new Map(
    streams.map((stream) => [
      stream,
      Array.from({ length: stream.channels }, (_, channel) =>
        numbered(used, getChannelName(stream, channel)),
      ),
    ]),
  );
}

function getChannelName({ kind, channels }: TimelineStream, channel: number): string {
  const known = CHANNELS[kind]?.[channel];
  return (known ?? (channels === 1 ? kind : `${kind} ${channel + 1}`)).slice(0, 13);
}

function numbered(used: Map<string, number>, name: string): string {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  return count === 1 ? name : `${name} ${count}`;
}
