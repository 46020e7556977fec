import { CHECKSUM_LABEL, type TimelineStream } from '@yamori/domain';
import type { NightColour } from '../../live/chart/nights/night-spec.ts';

/**
 * A lane of what was recorded besides the lanes that every night has, such as the air flow of a
 * file that was imported.
 */
export type StreamLane = {
  readonly id: StreamLaneId;
  readonly kind: string;
  /** Of several streams of a kind in one device: the first, the second, … */
  readonly ordinal: number;
  /** What its file calls it, where that is known. */
  readonly label: string | null;
  readonly streams: readonly TimelineStream[];
};
/** A stream with the name that the file has for it which it came from. */
export type NamedStream = TimelineStream & { readonly label?: string };
type StreamLaneId = `stream:${string}`;

/** The waveforms that have lanes of their own. */
const MAIN_KINDS: readonly string[] = ['ecg', 'impe', 'respi-axl', 'respihr'];
/** Drawn elsewhere, or with nothing to draw: presses of a button are no course. */
const OTHER_KINDS: readonly string[] = ['temperature', 'button', 'checksum'];
/** What an import measures that nobody has a word for. */
export const UNKNOWN_KIND = 'signal';
/** As many as lie together on a screen; the others can be chosen. */
const FIRST_SHOWN = 8;
/** With the four main ones as many as a tile of the timeline carries. */
export const MOST_STREAM_LANES = 12;

/**
 * The sum of a tomograph is of its readings, and is worked out as it is asked for; all else lies
 * there as it is drawn.
 */
export const isWorkedOut = ({ kind }: Pick<TimelineStream, 'kind'>): boolean => kind === 'eit';

export const isStreamLane = (id: string): id is StreamLaneId => id.startsWith('stream:');

/**
 * Streams of a kind and unit share a lane, except those that one device records at the same time,
 * and those of which only their file's name says what they are.
 */
export function streamLanes(streams: readonly NamedStream[]): StreamLane[] {
  const lanes = new Map<StreamLaneId, StreamLane>();
  const counts = new Map<string, number>();
  for (const stream of streams) {
    if (MAIN_KINDS.includes(stream.kind) || OTHER_KINDS.includes(stream.kind)) continue;
    const label = stream.label ?? null;
    // Files that were imported before checksums had a kind of their own have them as signals.
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
 * What a reader chose: lanes put away by their ids, and, with a `+`, those called for that would
 * not be shown by themselves.
 */
export type LaneChoice = ReadonlySet<string>;

/**
 * Of these lanes those that are not shown: shown by themselves they are where none of the main
 * waveforms is.
 */
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
      .slice(0, MOST_STREAM_LANES)
      .map(({ id }) => id),
  );
  return lanes.flatMap(({ id }) => (shown.has(id) ? [] : [id]));
}

/**
 * What is kept when of this night's lanes exactly these are put away; what was chosen for other
 * nights stays.
 */
export function choiceOf(
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
export const coloursOf = ({ kind }: Pick<StreamLane, 'kind'>): readonly NightColour[] => {
  const own = COLOURS[kind];
  return own === undefined
    ? CHANNEL_COLOURS
    : [own, ...CHANNEL_COLOURS.filter((colour) => colour !== own)];
};
