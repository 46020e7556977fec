import {
  NIGHT_QUALITIES,
  sleepCollection,
  writeCourse,
  type NightQualityCode,
  type SleepStage,
} from '@yamori/domain';
import { correctStoredNight, stageMinutes, standingCorrections } from '@yamori/signal';
import type { z } from 'zod';

type NightFields = z.infer<typeof sleepCollection.schema>;

/** What lists show of a night, corrections of staff counted in. */
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

/** Raised when figures of nights that stand already have to be counted anew. */
export const COUNTED_AS = 1;

/**
 * @param data of a document of `sleep`, as stored @returns null for one that fails its schema: it
 * is shown bare, and no list counts it
 */
export function figuresOfNight(
  data: unknown,
  utcOffsetMinutesAt: (at: Date) => number,
): CountedFigures | null {
  const parsed = sleepCollection.schema.safeParse(data);
  return parsed.success ? counted(parsed.data, utcOffsetMinutesAt) : null;
}

/** Whether its figures need the clocks of its organisation. */
export const isCorrectedNight = (data: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(data['edits']) && data['edits'].length > 0;

function counted(night: NightFields, utcOffsetMinutesAt: (at: Date) => number): CountedFigures {
  const { awaited } = night;
  const isCorrected = standingCorrections(night.edits).length > 0;
  const found = isCorrected
    ? correctStoredNight(night, night.edits, utcOffsetMinutesAt(night.from))
    : {
        stages: night.epochs,
        metrics: night.metrics,
        bounds: night.bounds,
        coverage: night.quality?.coverage ?? null,
      };
  const stages: readonly SleepStage[] = found.stages;
  return {
    night: night.night,
    from: night.from,
    to: night.to,
    state: night.state,
    version: night.resultVersion,
    isCorrected,
    quality: NIGHT_QUALITIES.find((code) => code === night.quality?.code) ?? null,
    // How much is known of a night is open until its devices have delivered.
    coverage: awaited === null ? found.coverage : null,
    awaited,
    figures: { ...found.metrics, ...stageMinutes(stages) },
    bounds: { ...found.bounds },
    course: writeCourse(stages),
  };
}
