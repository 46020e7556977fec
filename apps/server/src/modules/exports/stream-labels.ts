import type { TimelineStream } from '@yamori/domain';

/**
 * What the channels of a stream are called in a file, so that an import finds out again what they
 * measure.
 */
const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  'respi-axl': ['acc x', 'acc y', 'acc z'],
  respihr: ['respiration', 'HR'],
};

/**
 * Names of all channels; those of several devices with the same ones carry a number. At most the 16
 * characters of EDF.
 */
export function channelLabels(
  streams: readonly TimelineStream[],
): ReadonlyMap<TimelineStream, readonly string[]> {
  const used = new Map<string, number>();
  return new Map(
    streams.map((stream) => [
      stream,
      Array.from({ length: stream.channels }, (_, channel) =>
        numbered(used, nameOf(stream, channel)),
      ),
    ]),
  );
}

function nameOf({ kind, channels }: TimelineStream, channel: number): string {
  const known = CHANNELS[kind]?.[channel];
  return (known ?? (channels === 1 ? kind : `${kind} ${channel + 1}`)).slice(0, 13);
}

function numbered(used: Map<string, number>, name: string): string {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  return count === 1 ? name : `${name} ${count}`;
}
