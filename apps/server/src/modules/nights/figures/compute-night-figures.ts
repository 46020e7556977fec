import {
  NIGHT_QUALITIES,
  sleepCollection,
  formatCourse,
  type NightQualityCode,
  type SleepStage,
} from '@yamori/domain';
import { correctStoredNight, stageMinutes, activeCorrections } from '@yamori/signal';
import type { z } from 'zod';

type NightFields = z.infer<typeof sleepCollection.schema>;

/** The figures of a night that lists show, with corrections applied. */
export type CountedFigures = {
  readonly night: string;
  readonly from: Date;
  readonly to: Date;
  readonly state: NightFields['state'];
  readonly version: number;
  readonly quality: NightQualityCode | null;
  readonly coverage: number | null;
  readonly isCorrected: boolean;
  readonly awaited: NightFields['awaited'];
  readonly figures: Readonly<Record<string, number | null>>;
  readonly bounds: NightFields['bounds'];
  readonly course: string;
};

/** Increase when the figures of existing nights have to be recomputed. */
export const COUNTED_AS = 1;

/**
 * @param data of a `sleep` document, as stored @returns null if the document fails its schema;
 * lists omit such nights
 */
export function computeNightFigures(
  data: unknown,
  utcOffsetMinutesAt: (at: Date) => number,
): CountedFigures | null {
  const parsed = sleepCollection.schema.safeParse(data);
  return parsed.success ? computeFigures(parsed.data, utcOffsetMinutesAt) : null;
}

/** Whether the figures depend on the time zone of the organisation. */
export const isCorrectedNight = (data: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(data['edits']) && data['edits'].length > 0;

function computeFigures(
  night: NightFields,
  utcOffsetMinutesAt: (at: Date) => number,
): CountedFigures {
  const { awaited } = night;
  const isCorrected = activeCorrections(night.edits).length > 0;
  const corrected = isCorrected
    ? correctStoredNight(night, night.edits, utcOffsetMinutesAt(night.from))
    : {
        stages: night.epochs,
        metrics: night.metrics,
        bounds: night.bounds,
        coverage: night.quality?.coverage ?? null,
      };
  const stages: readonly SleepStage[] = corrected.stages;
  return {
    night: night.night,
    from: night.from,
    to: night.to,
    state: night.state,
    version: night.resultVersion,
    isCorrected,
    quality: NIGHT_QUALITIES.find((code) => code === night.quality?.code) ?? null,
    // Coverage is unknown until all devices have delivered.
    coverage: awaited === null ? corrected.coverage : null,
    awaited,
    figures: { ...corrected.metrics, ...stageMinutes(stages) },
    bounds: { ...corrected.bounds },
    course: formatCourse(stages),
  };
}
