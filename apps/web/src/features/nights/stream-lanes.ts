import { CHECKSUM_LABEL, type TimelineStream } from '@yamori/domain';
import type { NightColour } from '../../live/chart/nights/night-spec.ts';

/** A lane of a stream that only some nights have, such as the air flow of an imported file. */
export type StreamLane = {
  readonly id: StreamLaneId;
  readonly kind: string;
  /** Number among several streams of a kind in one device, from 1. */
  readonly ordinal: number;
  /** Its name in the file, if known. */
  readonly label: string | null;
  readonly streams: readonly TimelineStream[];
};
/** A stream with its name in the source file. */
export type NamedStream = TimelineStream & { readonly label?: string };
type StreamLaneId = `stream:${string}`;

/** The waveforms that have lanes of their own. */
const MAIN_KINDS: readonly string[] = ['ecg', 'impe', 'respi-axl', 'respihr'];
/** Drawn elsewhere, or not a course: button presses. */
const OTHER_KINDS: readonly string[] = ['temperature', 'button', 'checksum'];
/** An imported quantity without a known kind. */
export const UNKNOWN_KIND = 'signal';
/** As many as fit on a screen; the user can add others. */
const FIRST_SHOWN = 8;
/** Together with the four main lanes, this is what a timeline tile carries. */
export const MAX_STREAM_LANES = 12;

/**
 * The EIT sum is computed from readings on request; all other streams are stored as they are drawn.
 */
export const isComputed = ({ kind }: Pick<TimelineStream, 'kind'>): boolean => kind === 'eit';

export const isStreamLane = (id: string): id is StreamLaneId => id.startsWith('stream:');

/**
 * Streams of a kind and unit share a lane, except those that one device records at the same time
 * and those that only a file's name identifies.
 */
export function streamLanes(streams: readonly NamedStream[]): StreamLane[] {
  const lanes = new Map<StreamLaneId, StreamLane>();
  const counts = new Map<string, number>();
  for (const stream of streams) {
    if (MAIN_KINDS.includes(stream.kind) || OTHER_KINDS.includes(stream.kind)) continue;
    const label = stream.label ?? null;
    // Imports older than the checksum kind stored checksums as signals.
    if (label !== null && CHECKSUM_LABEL.test(label)) continue;
    const name = `${stream.kind}:${stream.unit}${stream.kind === UNKNOWN_KIND && label !== null ? `:${label}` : ''}`;
    const ordinal = (counts.get(`${stream.serial} ${name}`) ?? 0) + 1;
    counts.set(`${stream.serial} ${name}`, ordinal);
    const id: StreamLaneId = `stream:${name}:${ordinal}`;
    lanes.set(id, {
      id,
      kind: stream.kind,
      ordinal,
      label,
      streams: [...(lanes.get(id)?.streams ?? []), stream],
    });
  }
  return [...lanes.values()];
}

/**
 * The reader's choice: ids of hidden lanes, and, with a `+`, lanes added that are hidden by
 * default.
 */
export type LaneChoice = ReadonlySet<string>;

/** The hidden ones of these lanes. By default they are visible only if no main waveform exists. */
export function hiddenStreamLanes(
  streams: readonly TimelineStream[],
  choice: LaneChoice | null,
): StreamLaneId[] {
  const isAlone = !streams.some(({ kind }) => MAIN_KINDS.includes(kind));
  const lanes = streamLanes(streams);
  const isShown = (id: StreamLaneId, index: number): boolean =>
    choice?.has(`+${id}`) === true || (isAlone && index < FIRST_SHOWN && choice?.has(id) !== true);
  const shown = new Set(
    lanes
      .filter(({ id }, index) => isShown(id, index))
      .slice(0, MAX_STREAM_LANES)
      .map(({ id }) => id),
  );
  return lanes.flatMap(({ id }) => (shown.has(id) ? [] : [id]));
}

/**
 * The choice to store when exactly these lanes of this night are hidden; choices for other nights
 * stay.
 */
export function toLaneChoice(
  streams: readonly TimelineStream[],
  hidden: ReadonlySet<string>,
  before: LaneChoice | null,
): LaneChoice {
  const own = streamLanes(streams).map(({ id }) => id);
  const kept = [...(before ?? [])].filter(
    (entry) =>
      isStreamLane(entry.replace(/^\+/, '')) &&
      !own.some((id) => entry === id || entry === `+${id}`),
  );
  return new Set([
    ...[...hidden].filter((id) => !isStreamLane(id)),
    ...kept,
    ...own.map((id) => (hidden.has(id) ? id : `+${id}`)),
  ]);
}

const COLOURS: Readonly<Record<string, NightColour>> = {
  eit: 'impedance',
  flow: 'respiration',
  pressure: 'impedance',
  press: 'impedance',
  thorax: 'axlX',
  abdomen: 'axlY',
  spo2: 'information',
  pleth: 'ecg',
  bvp: 'ecg',
};
const CHANNEL_COLOURS: readonly NightColour[] = [
  'respiration',
  'impedance',
  'axlX',
  'axlY',
  'axlZ',
  'ecg',
  'temperature',
  'information',
  'good',
  'accent',
  'technical',
  'warning',
];
export const getColours = ({ kind }: Pick<StreamLane, 'kind'>): readonly NightColour[] => {
  const own = COLOURS[kind];
  return own === undefined
    ? CHANNEL_COLOURS
    : [own, ...CHANNEL_COLOURS.filter((colour) => colour !== own)];
};
