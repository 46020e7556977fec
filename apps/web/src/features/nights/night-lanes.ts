import {
  SLEEP_STAGES,
  type FigureLimits,
  type SleepStage,
  type TimelineStream,
  VIEW_ITEMS,
} from '@yamori/domain';
import type {
  Course,
  CourseLane,
  Level,
  NightColour,
  NightLane,
  PostureWords,
  Span,
  SpansLane,
  Steps,
  StepsLane,
  Trace,
  WaveLane,
} from '../../live/chart/nights/night-spec.ts';
import {
  correctedStages,
  EPOCH_MS,
  missingStretches,
  presenceStretches,
  recordedStretch,
  type Stretch,
} from './night-stages.ts';
import type { Note } from './notes/use-notes.ts';
import type { Accident, Night } from './room-source.ts';
import { coloursOf, isWorkedOut, streamLanes, type StreamLane } from './stream-lanes.ts';

export const LANE_IDS = VIEW_ITEMS.viewerTracks;
export type LaneId = (typeof LANE_IDS)[number];

/** All texts of the lanes, in the reader's language. */
export type LaneWords = {
  readonly lane: Readonly<Record<LaneId, string>>;
  /** The name of a stream without its own lane, by its kind. */
  readonly stream: (lane: Pick<StreamLane, 'kind' | 'ordinal' | 'label'>) => string;
  readonly stage: Readonly<Record<SleepStage, string>>;
  readonly posture: PostureWords;
  readonly postureShort: PostureWords;
  readonly inBed: string;
  readonly outOfBed: string;
  readonly gap: string;
  readonly trendUnit: Readonly<
    Record<'heartRate' | 'respirationRate' | 'movement' | 'temperature', string>
  >;
  readonly accident: (kind: Accident['kind']) => string;
  /** Why a lane is empty. */
  readonly missing: {
    readonly result: string;
    readonly trend: string;
    readonly signal: string;
    readonly posture: string;
    readonly none: string;
    readonly noGap: string;
  };
};

export type LaneOptions = {
  /** All nights that are visible when zoomed out. */
  readonly nights: readonly Night[];
  readonly chosen: string;
  readonly overlay: { readonly night: Night; readonly shiftMs: number } | null;
  readonly accidents: readonly Accident[];
  readonly notes: readonly Note[];
  readonly streams: readonly TimelineStream[];
  /** Gaps in the recordings of the chosen night; null until they are known. */
  readonly gaps: readonly Stretch[] | null;
  readonly hidden: ReadonlySet<string>;
  /** Thresholds of the room's view. */
  readonly limits: ReadonlyMap<string, FigureLimits>;
  readonly words: LaneWords;
};

/** The lanes of the viewer from top to bottom. */
export function nightLanes(parts: LaneOptions): NightLane[] {
  const main = [
    wave(parts, 'ecg', ['ecg'], 0.7, 5),
    wave(parts, 'impe', ['impedance', 'respiration'], 0.7, 3),
    wave(parts, 'respi-axl', ['axlX', 'axlY', 'axlZ'], 0.7, 3),
    wave(parts, 'respihr', ['respiration', 'ecg'], 0.7, 1.2),
  ];
  const others = streamLanes(parts.streams).map((lane) => streamWave(parts.words, lane));
  const lanes: NightLane[] = [
    hypnogram(parts),
    trend(parts, 'heartRate'),
    trend(parts, 'respirationRate'),
    trend(parts, 'movement'),
    presence(parts),
    posture(parts),
    temperature(parts),
    accidents(parts),
    ...(parts.notes.length === 0 ? [] : [notes(parts)]),
    gaps(parts),
    // A night with only other waveforms shows those in place of the empty main lanes.
    ...(others.length > 0 && main.every(({ missing }) => missing !== null) ? [] : main),
    ...others,
  ];
  return lanes.filter(({ id }) => !parts.hidden.has(id));
}

const MINUTE_MS = 60_000;
const LEVELS: Readonly<Record<SleepStage, { readonly colour: NightColour; readonly row: number }>> =
  {
    wake: { colour: 'wake', row: 0 },
    rem: { colour: 'rem', row: 1 },
    light: { colour: 'light', row: 2 },
    asleep: { colour: 'asleep', row: 2 },
    deep: { colour: 'deep', row: 3 },
    missing: { colour: 'none', row: 4 },
  };

const NOTHING = 255;
const KNOWN_STAGES = SLEEP_STAGES.filter((stage) => stage !== 'missing');
const VALUES: ReadonlyMap<SleepStage, number> = new Map(
  KNOWN_STAGES.map((stage, index) => [stage, index]),
);

/** A month of nights has half a million values, so each night is unpacked once. */
const oncePerNight = <Made>(make: (night: Night) => Made): ((night: Night) => Made) => {
  const made = new WeakMap<Night, Made>();
  return (night) => {
    const known = made.get(night);
    if (known !== undefined) return known;
    const fresh = make(night);
    made.set(night, fresh);
    return fresh;
  };
};

const stageSteps = oncePerNight((night) => {
  const stages = correctedStages(night);
  const values = new Uint8Array(stages.length).fill(NOTHING);
  for (const [epoch, stage] of stages.entries()) values[epoch] = VALUES.get(stage) ?? NOTHING;
  return { values, seen: new Set(values) };
});

function hypnogram({ nights, overlay, words }: LaneOptions): StepsLane {
  const steps = (night: Night, shiftMs: number): Steps => ({
    fromMs: night.from.getTime() + shiftMs,
    stepMs: EPOCH_MS,
    values: stageSteps(night).values,
  });
  const known = nights.filter((night) => recordedStretch(night) !== null);
  const drawn = [...known, ...(overlay === null ? [] : [overlay.night])];
  // Omit stages that no device can detect: an empty row would claim that the stage did not occur.
  const rows = [
    ...new Set(
      KNOWN_STAGES.filter(
        (stage, value) =>
          stage === 'wake' || drawn.some((night) => stageSteps(night).seen.has(value)),
      ).map((stage) => LEVELS[stage].row),
    ),
  ].toSorted((a, b) => a - b);
  return {
    kind: 'steps',
    id: 'hypnogram',
    label: words.lane.hypnogram,
    unit: '',
    far: 4.2,
    near: 1.6,
    missing: known.length === 0 ? words.missing.result : null,
    rows: rows.length,
    levels: KNOWN_STAGES.map((stage): Level => ({
      name: words.stage[stage],
      colour: LEVELS[stage].colour,
      row: rows.indexOf(LEVELS[stage].row),
    })),
    series: known.map((night) => steps(night, 0)),
    overlay: overlay === null ? [] : [steps(overlay.night, overlay.shiftMs)],
  };
}

const TRENDS = {
  // Usual ranges at rest in bed, not a judgement about a person.
  heartRate: {
    colour: 'ecg',
    low: 40,
    high: 100,
    band: { low: 50, high: 90 },
    bars: false,
    far: 2.4,
    near: 1,
  },
  respirationRate: {
    colour: 'respiration',
    low: 5,
    high: 30,
    band: { low: 10, high: 22 },
    bars: false,
    far: 2,
    near: 0.9,
  },
  temperature: {
    colour: 'temperature',
    low: 33,
    high: 38,
    band: null,
    bars: false,
    far: 1,
    near: 0.8,
  },
  movement: {
    colour: 'information',
    low: 0,
    high: 60,
    band: null,
    bars: true,
    far: 1.1,
    near: 0.6,
  },
} as const;

const measured = (name: keyof typeof TRENDS) =>
  oncePerNight((night): Float32Array | null => {
    const trend = night.trends?.[name] ?? [];
    const values = new Float32Array(trend.length);
    let isEmpty = true;
    for (const [minute, value] of trend.entries()) {
      values[minute] = value ?? Number.NaN;
      isEmpty &&= value === null;
    }
    return isEmpty ? null : values;
  });
const MEASURED = {
  heartRate: measured('heartRate'),
  respirationRate: measured('respirationRate'),
  temperature: measured('temperature'),
  movement: measured('movement'),
};

const limitsFor = ({ limits }: LaneOptions, name: string): readonly number[] => {
  const found = limits.get(name);
  return [found?.low ?? null, found?.high ?? null].filter((limit) => limit !== null);
};

function trend(parts: LaneOptions, name: keyof typeof TRENDS): CourseLane {
  const { nights, overlay, words } = parts;
  const course = (night: Night, shiftMs: number): Course[] => {
    const values = MEASURED[name](night);
    return values === null
      ? []
      : [{ fromMs: night.from.getTime() + shiftMs, stepMs: MINUTE_MS, values }];
  };
  const series = nights.flatMap((night) => course(night, 0));
  return {
    kind: 'course',
    id: name,
    label: words.lane[name],
    unit: words.trendUnit[name],
    digits: name === 'respirationRate' || name === 'temperature' ? 1 : 0,
    ...TRENDS[name],
    limits: limitsFor(parts, name),
    missing: series.length === 0 ? words.missing.trend : null,
    series,
    overlay: overlay === null ? [] : course(overlay.night, overlay.shiftMs),
  };
}

/** The measured stream if the timeline has it, else the minute values of the result. */
const temperature = (parts: LaneOptions): NightLane =>
  parts.streams.some(({ kind }) => kind === 'temperature')
    ? wave(parts, 'temperature', ['temperature'], 1, 0.8)
    : trend(parts, 'temperature');

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

const spansLane = (
  id: LaneId,
  label: string,
  spans: readonly Span[],
  missing: string | null,
  far = 0.7,
): SpansLane => ({ kind: 'spans', id, label, unit: '', far, near: 0.5, missing, spans });

const presenceOf = oncePerNight(presenceStretches);

/** Presence from the result, with staff corrections; empty where it is unknown. */
function presence({ nights, words }: LaneOptions): SpansLane {
  const spans = nights.flatMap((night) =>
    presenceOf(night).map(({ inBed, fromMs, toMs }): Span => ({
      fromMs,
      toMs,
      name: inBed ? words.inBed : words.outOfBed,
      colour: inBed ? 'good' : 'warning',
      ...(inBed ? {} : { pattern: 'rising' }),
      isMark: false,
    })),
  );
  return spansLane(
    'presence',
    words.lane.presence,
    spans,
    spans.length === 0 ? words.missing.result : null,
  );
}

function accidents({ accidents: all, words }: LaneOptions): SpansLane {
  const spans = all.map((one): Span => {
    const fromMs = one.raisedAt.getTime();
    return {
      fromMs,
      toMs: fromMs,
      name: words.accident(one.kind),
      colour:
        one.severity === 'high'
          ? 'danger'
          : one.severity === 'medium'
            ? 'warning'
            : one.severity === 'technical'
              ? 'technical'
              : 'information',
      isMark: true,
    };
  });
  return spansLane(
    'accident',
    words.lane.accident,
    spans,
    spans.length === 0 ? words.missing.none : null,
    0.6,
  );
}

/** The team's notes: a mark for a moment, a dotted span for an interval. */
function notes({ notes: all, words }: LaneOptions): SpansLane {
  const spans = all.map(({ from, to, text }): Span => ({
    fromMs: from.getTime(),
    toMs: (to ?? from).getTime(),
    name: text,
    colour: 'accent',
    pattern: 'dotted',
    isMark: to === null,
  }));
  return spansLane('note', words.lane.note, spans, null, 0.6);
}

/**
 * Gaps in the recordings. If the samples of a result are not on the timeline, as for an imported
 * table, gaps in the result.
 */
function gaps({ nights, chosen, gaps: known, streams, words }: LaneOptions): SpansLane {
  const byResult = nights.filter(
    ({ night, state }) => night !== chosen || (streams.length === 0 && state === 'done'),
  );
  const recorded = byResult.some(({ night }) => night === chosen) ? [] : (known ?? []);
  const spans = [...recorded, ...byResult.flatMap(missingStretches)].map((gap): Span => ({
    ...gap,
    name: words.gap,
    colour: 'technical',
    isMark: false,
  }));
  return spansLane(
    'gap',
    words.lane.gap,
    spans,
    spans.length === 0 ? words.missing.noGap : null,
    0.6,
  );
}

const tracesOf = (stream: TimelineStream, colours: readonly NightColour[]): Trace[] =>
  Array.from({ length: Math.min(stream.channels, colours.length) }, (_, channel): Trace => ({
    serial: stream.serial,
    streamId: stream.streamId,
    channel,
    scale: stream.scale,
    offset: stream.offset,
    sampleRateHz: stream.sampleRateHz,
    isWorkedOut: isWorkedOut(stream),
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

/** All streams of a kind on one scale, also when one device replaced another. */
function wave(
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
    traces: own.flatMap((stream) => tracesOf(stream, colours)),
    limits: limitsFor(parts, kind),
  };
}

const streamWave = (words: LaneWords, lane: StreamLane): WaveLane => ({
  kind: 'wave',
  id: lane.id,
  label: words.stream(lane),
  unit: lane.streams[0]?.unit ?? '',
  far: 0.9,
  near: 2,
  digits: DIGITS[lane.kind] ?? 2,
  minimumSpan: SMALLEST_SPAN[lane.kind] ?? 0.1,
  missing: null,
  traces: lane.streams.flatMap((stream) => tracesOf(stream, coloursOf(lane))),
  limits: [],
});

function posture({ streams, words }: LaneOptions): NightLane {
  const stream = streams.find(({ kind, channels }) => kind === 'respi-axl' && channels === 3);
  return {
    kind: 'posture',
    id: 'posture',
    label: words.lane.posture,
    unit: '',
    far: 0.7,
    near: 0.5,
    missing: stream === undefined ? words.missing.posture : null,
    traces: stream === undefined ? [] : tracesOf(stream, ['axlX', 'axlY', 'axlZ']),
    names: words.posture,
    shortNames: words.postureShort,
  };
}
