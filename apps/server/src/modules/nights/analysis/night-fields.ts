import type { sleepCollection } from '@yamori/domain';
import type { NightAnalysis, NightBand } from '@yamori/signal';
import type { z } from 'zod';

export type NightFields = z.infer<typeof sleepCollection.schema>;
/** All fields that the analysis writes. Corrections by staff (`edits`) are not among them. */
export type NightResult = Omit<
  NightFields,
  | 'night'
  | 'from'
  | 'to'
  | 'edits'
  | 'state'
  | 'resultVersion'
  | 'analysedAt'
  | 'problem'
  | 'awaited'
>;

export type ResultInput = {
  readonly analysis: NightAnalysis;
  readonly segments: readonly string[];
  readonly segmentsLeftOut: number;
  readonly calls: readonly { readonly atMs: number; readonly streamId: number }[];
  readonly devices: NonNullable<NightFields['provenance']>['devices'];
  readonly input: string;
  readonly parameters?: Readonly<Record<string, number | string | boolean>>;
};

/**
 * Converts an analysis into document fields: rounds values to their meaningful precision,
 * run-length encodes equal neighbours, and leaves series without any measurement empty.
 */
export function nightFields({
  analysis,
  segments,
  segmentsLeftOut,
  calls,
  devices,
  input,
  parameters,
}: ResultInput): NightResult {
  const { trends, quality, provenance, actigraphy } = analysis;
  const at = (ms: number): Date => new Date(Math.round(ms));
  return {
    epochs: analysis.epochs,
    probabilityOfSleep: rounded(analysis.probabilityOfSleep, 2),
    presence: runs(analysis.presence).map(({ value, length }) => ({
      state: value,
      epochs: length,
    })),
    trends: {
      heartRate: rounded(trends.heartRate, 1),
      respirationRate: rounded(trends.respirationRate, 1),
      movement: rounded(trends.movement, 1),
      temperature: rounded(trends.temperature, 2),
      heartRateBand: band(trends.heartRateBand, 0),
      respirationRateBand: band(trends.respirationRateBand, 1),
      posture: runs(trends.posture.map((posture) => posture ?? 'unknown')).map(
        ({ value, length }) => ({ posture: value, minutes: length }),
      ),
    },
    events: toEvents(analysis, calls),
    sleeps: analysis.sleeps.slice(0, MAX_SLEEPS).map(({ kind, fromMs, toMs, minutesAsleep }) => ({
      kind,
      from: at(fromMs),
      to: at(toMs),
      minutesAsleep,
    })),
    heartRateVariability: toVariability(analysis),
    actigraphy: actigraphy && {
      sadeh: toScore(actigraphy.sadeh),
      coleKripke: toScore(actigraphy.coleKripke),
    },
    metrics: Object.fromEntries(
      Object.entries(analysis.metrics).map(([name, value]) => [name, number(value, 2)]),
    ),
    bounds: Object.fromEntries(
      Object.entries(analysis.bounds).map(([name, { least, most }]) => [
        name,
        { least: round(least, 2), most: round(most, 2) },
      ]),
    ),
    quality: {
      code: quality.code,
      coverage: round(quality.coverage, 4),
      recorded: round(quality.recorded, 4),
      signals: Object.fromEntries(
        Object.entries(quality.signals).map(([signal, share]) => [signal, round(share, 4)]),
      ),
    },
    provenance: {
      algorithm: provenance.algorithm,
      version: provenance.version,
      signals: provenance.signals,
      segments: [...segments],
      segmentsLeftOut,
      parameters: { ...provenance.parameters, ...parameters },
      devices,
      input,
    },
  };
}

const MAX_EVENTS = 5000;
const MAX_SLEEPS = 100;
/** Presses within this time are one call. */
const SAME_CALL_MS = 5000;

/** Drops movements first when there are more events than a document may hold. */
function toEvents({ events }: NightAnalysis, calls: ResultInput['calls']): NightFields['events'] {
  const all: NightFields['events'] = events.map(({ kind, fromMs, toMs, certainty }) => ({
    kind,
    from: new Date(Math.round(fromMs)),
    to: new Date(Math.round(toMs)),
    certainty: round(certainty, 2),
  }));
  const sorted = calls.toSorted((a, b) => a.atMs - b.atMs);
  for (const [index, { atMs, streamId }] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined || atMs - previous.atMs > SAME_CALL_MS)
      all.push({ kind: 'call', from: new Date(Math.round(atMs)), to: null, streamId });
  }
  const kept =
    all.length <= MAX_EVENTS
      ? all
      : [
          ...all.filter(({ kind }) => kind !== 'movement'),
          ...all.filter(({ kind }) => kind === 'movement'),
        ].slice(0, MAX_EVENTS);
  return kept.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}

/** Omits windows without a measurement. */
function toVariability({
  fromMs,
  heartRateVariability,
}: NightAnalysis): NightFields['heartRateVariability'] {
  return heartRateVariability
    .filter(({ RMSSD }) => Number.isFinite(RMSSD))
    .map(({ fromSeconds, toSeconds, coverage, heartRate, SDNN, RMSSD, pNN50, LF, HF, LFHF }) => ({
      from: new Date(fromMs + fromSeconds * 1000),
      to: new Date(fromMs + toSeconds * 1000),
      coverage: round(coverage, 2),
      heartRate: number(heartRate, 1),
      SDNN: number(SDNN, 1),
      RMSSD: number(RMSSD, 1),
      pNN50: number(pNN50, 1),
      LF: number(LF, 0),
      HF: number(HF, 0),
      LFHF: number(LFHF, 2),
    }));
}

const toScore = ({
  minutes,
  minutesAsleep,
}: {
  readonly minutes: readonly string[];
  readonly minutesAsleep: number;
}) => ({ minutes: minutes.join(''), minutesAsleep });

const round = (value: number, digits: number): number =>
  Math.round(value * 10 ** digits) / 10 ** digits;
const number = (value: number | null, digits: number): number | null =>
  value === null || !Number.isFinite(value) ? null : round(value, digits);
/** Empty if the series has no measurement at all. */
const rounded = (values: readonly (number | null)[], digits: number): (number | null)[] =>
  values.every((value) => value === null) ? [] : values.map((value) => number(value, digits));

function band(
  { least, most }: NightBand,
  digits: number,
): { least: (number | null)[]; most: (number | null)[] } | null {
  return least.every((value) => value === null)
    ? null
    : { least: rounded(least, digits), most: rounded(most, digits) };
}

function runs<Value>(values: readonly Value[]): { value: Value; length: number }[] {
  const encoded: { value: Value; length: number }[] = [];
  for (const value of values) {
    const last = encoded.at(-1);
    if (last !== undefined && last.value === value) last.length += 1;
    else encoded.push({ value, length: 1 });
  }
  return encoded;
}
