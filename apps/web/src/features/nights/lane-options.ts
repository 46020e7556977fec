import {
  VIEW_ITEMS,
  type FigureLimits,
  type SleepStage,
  type TimelineStream,
} from '@yamori/domain';
import type { PostureLabels } from '../../live/chart/nights/night-spec.ts';
import type { Stretch } from './night-stages.ts';
import type { Note } from './notes/use-notes.ts';
import type { Accident, Night } from './api.ts';
import type { StreamLane } from './stream-lanes.ts';

export const LANE_IDS = VIEW_ITEMS.viewerTracks;
export type LaneId = (typeof LANE_IDS)[number];

/** All texts of the lanes, in the user's language. */
export type LaneLabels = {
  readonly lane: Readonly<Record<LaneId, string>>;
  /** The name of a stream without its own lane, by its kind. */
  readonly stream: (lane: Pick<StreamLane, 'kind' | 'ordinal' | 'label'>) => string;
  readonly stage: Readonly<Record<SleepStage, string>>;
  readonly posture: PostureLabels;
  readonly postureShort: PostureLabels;
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
  readonly words: LaneLabels;
};

export const limitsFor = ({ limits }: LaneOptions, name: string): readonly number[] => {
  const found = limits.get(name);
  return [found?.low ?? null, found?.high ?? null].filter((limit) => limit !== null);
};
