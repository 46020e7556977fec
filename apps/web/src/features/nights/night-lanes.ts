import { SLEEP_STAGES, type SleepStage } from '@yamori/domain';
import type {
  Course,
  CourseLane,
  Level,
  NightColour,
  NightLane,
  Span,
  SpansLane,
  Steps,
  StepsLane,
} from '../../live/chart/nights/night-spec.ts';
import { limitsFor, type LaneId, type LaneOptions } from './lane-options.ts';
import {
  correctedStages,
  EPOCH_MS,
  missingStretches,
  presenceStretches,
  recordedStretch,
} from './night-stages.ts';
import type { Night } from './api.ts';
import { streamLanes } from './stream-lanes.ts';
import { posture, streamWave, wave } from './wave-lanes.ts';

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
const memoizePerNight = <Made>(make: (night: Night) => Made): ((night: Night) => Made) => {
  const made = new WeakMap<Night, Made>();
  return (night) => {
    const known = made.get(night);
    if (known !== undefined) return known;
    const fresh = make(night);
    made.set(night, fresh);
    return fresh;
  };
};

const stageSteps = memoizePerNight((night) => {
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

const memoizeTrend = (name: keyof typeof TRENDS) =>
  memoizePerNight((night): Float32Array | null => {
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
  heartRate: memoizeTrend('heartRate'),
  respirationRate: memoizeTrend('respirationRate'),
  temperature: memoizeTrend('temperature'),
  movement: memoizeTrend('movement'),
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

const spansLane = (
  id: LaneId,
  label: string,
  spans: readonly Span[],
  missing: string | null,
  far = 0.7,
): SpansLane => ({ kind: 'spans', id, label, unit: '', far, near: 0.5, missing, spans });

const getPresence = memoizePerNight(presenceStretches);

/** Presence from the result, with staff corrections; empty where it is unknown. */
function presence({ nights, words }: LaneOptions): SpansLane {
  const spans = nights.flatMap((night) =>
    getPresence(night).map(({ inBed, fromMs, toMs }): Span => ({
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

const SEVERITY_COLOURS: Readonly<Record<string, NightColour>> = {
  high: 'danger',
  medium: 'warning',
  technical: 'technical',
};

function accidents({ accidents: all, words }: LaneOptions): SpansLane {
  const spans = all.map((one): Span => {
    const fromMs = one.raisedAt.getTime();
    return {
      fromMs,
      toMs: fromMs,
      name: words.accident(one.kind),
      colour: SEVERITY_COLOURS[one.severity] ?? 'information',
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
