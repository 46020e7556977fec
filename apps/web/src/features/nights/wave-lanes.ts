import type { TimelineStream } from '@yamori/domain';
import type {
  NightColour,
  NightLane,
  Trace,
  WaveLane,
} from '../../live/chart/nights/night-spec.ts';
import { limitsFor, type LaneId, type LaneOptions, type LaneLabels } from './lane-options.ts';
import { getColours, isComputed, streamLanes, type StreamLane } from './stream-lanes.ts';

const WAVES: Readonly<Record<string, readonly LaneId[]>> = {
  temperature: ['temperature'],
  ecg: ['ecg'],
  impe: ['impe'],
  'respi-axl': ['respi-axl', 'posture'],
  respihr: ['respihr'],
};

/** The streams whose measurements the lanes draw. */
export const drawnStreams = (
  streams: readonly TimelineStream[],
  hidden: ReadonlySet<string>,
): TimelineStream[] => {
  const others = new Set(
    streamLanes(streams).flatMap((lane) => (hidden.has(lane.id) ? [] : lane.streams)),
  );
  return streams.filter(
    (stream) => others.has(stream) || (WAVES[stream.kind] ?? []).some((lane) => !hidden.has(lane)),
  );
};

const toTraces = (stream: TimelineStream, colours: readonly NightColour[]): Trace[] =>
  Array.from({ length: Math.min(stream.channels, colours.length) }, (_, channel): Trace => ({
    serial: stream.serial,
    streamId: stream.streamId,
    channel,
    scale: stream.scale,
    offset: stream.offset,
    sampleRateHz: stream.sampleRateHz,
    isComputed: isComputed(stream),
    colour: colours[channel] ?? 'text',
  }));

const DIGITS: Readonly<Record<string, number>> = {
  ecg: 3,
  impe: 2,
  'respi-axl': 3,
  temperature: 2,
  respihr: 1,
};
const SMALLEST_SPAN: Readonly<Record<string, number>> = {
  ecg: 1,
  impe: 0.5,
  'respi-axl': 0.05,
  temperature: 1,
  respihr: 5,
  flow: 0.2,
  pressure: 2,
  press: 2,
  spo2: 4,
  eit: 5,
};

/** All streams of a kind on one scale, even when one device replaced another. */
export function wave(
  parts: LaneOptions,
  kind: LaneId,
  colours: readonly NightColour[],
  far: number,
  near: number,
): WaveLane {
  const { streams, words } = parts;
  const own = streams.filter((stream) => stream.kind === kind);
  return {
    kind: 'wave',
    id: kind,
    label: words.lane[kind],
    unit: own[0]?.unit ?? '',
    far,
    near,
    digits: DIGITS[kind] ?? 2,
    minimumSpan: SMALLEST_SPAN[kind] ?? 1,
    missing: own.length === 0 ? words.missing.signal : null,
    traces: own.flatMap((stream) => toTraces(stream, colours)),
    limits: limitsFor(parts, kind),
  };
}

export const streamWave = (words: LaneLabels, lane: StreamLane): WaveLane => ({
  kind: 'wave',
  id: lane.id,
  label: words.stream(lane),
  unit: lane.streams[0]?.unit ?? '',
  far: 0.9,
  near: 2,
  digits: DIGITS[lane.kind] ?? 2,
  minimumSpan: SMALLEST_SPAN[lane.kind] ?? 0.1,
  missing: null,
  traces: lane.streams.flatMap((stream) => toTraces(stream, getColours(lane))),
  limits: [],
});

export function posture({ streams, words }: LaneOptions): NightLane {
  const stream = streams.find(({ kind, channels }) => kind === 'respi-axl' && channels === 3);
  return {
    kind: 'posture',
    id: 'posture',
    label: words.lane.posture,
    unit: '',
    far: 0.7,
    near: 0.5,
    missing: stream === undefined ? words.missing.posture : null,
    traces: stream === undefined ? [] : toTraces(stream, ['axlX', 'axlY', 'axlZ']),
    names: words.posture,
    shortNames: words.postureShort,
  };
}
