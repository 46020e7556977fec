/** A time interval in ms since 1970 UTC; never empty. */
export type TimeWindow = { readonly fromMs: number; readonly toMs: number };

/** Colours by theme token; the page reads their values. */
export const NIGHT_TOKENS = {
  ground: '--surface-1',
  raised: '--surface-2',
  line: '--line',
  lineStrong: '--line-strong',
  text: '--text',
  text2: '--text-2',
  accent: '--accent',
  good: '--good',
  warning: '--warning',
  danger: '--danger',
  technical: '--technical',
  information: '--information',
  wake: '--stage-wake',
  rem: '--stage-rem',
  light: '--stage-light',
  asleep: '--stage-asleep',
  deep: '--stage-deep',
  none: '--stage-none',
  ecg: '--trace-ecg',
  respiration: '--trace-respiration',
  impedance: '--trace-impedance',
  axlX: '--trace-axl-x',
  axlY: '--trace-axl-y',
  axlZ: '--trace-axl-z',
  temperature: '--trace-temperature',
} as const;
export type NightColour = keyof typeof NIGHT_TOKENS;
export type NightPalette = Readonly<Record<NightColour, string>> & { readonly font: string };

/**
 * Equidistant steps from `fromMs`. `values` holds an index of the lane's levels, or 255 for
 * nothing.
 */
export type Steps = {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly values: Uint8Array;
};
/** NaN: not measured. */
export type Course = {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly values: Float32Array;
};
export type Level = {
  readonly name: string;
  readonly colour: NightColour;
  /** 0 is the top. */
  readonly row: number;
};
/** Distinguishes spans of one lane without colour. */
export type SpanPattern = 'plain' | 'rising' | 'falling' | 'dotted' | 'upright';
/** `short` replaces a name that does not fit. */
export type Span = TimeWindow & {
  readonly name: string;
  readonly short?: string;
  readonly pattern?: SpanPattern;
  readonly colour: NightColour;
  /** A mark is a moment: its length is ignored. */
  readonly isMark: boolean;
};
/** Physical value = digital × scale + offset. */
export type Trace = {
  readonly serial: string;
  readonly streamId: number;
  readonly channel: number;
  readonly scale: number;
  readonly offset: number;
  readonly colour: NightColour;
  readonly sampleRateHz: number;
  /** The server computes it on request. */
  readonly isComputed: boolean;
};

type LaneBase = {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** Shares of the height when hours are visible, and when seconds are. */
  readonly far: number;
  readonly near: number;
  /** Why the lane is empty, as text; null if it has data. */
  readonly missing: string | null;
};
export type StepsLane = LaneBase & {
  readonly kind: 'steps';
  readonly levels: readonly Level[];
  readonly rows: number;
  readonly series: readonly Steps[];
  readonly overlay: readonly Steps[];
};
export type CourseLane = LaneBase & {
  readonly kind: 'course';
  readonly digits: number;
  readonly colour: NightColour;
  readonly low: number;
  readonly high: number;
  readonly bars: boolean;
  /** The usual range, drawn as a band. */
  readonly band: { readonly low: number; readonly high: number } | null;
  /** Thresholds, drawn as lines; they are always within the scale. */
  readonly limits: readonly number[];
  readonly series: readonly Course[];
  readonly overlay: readonly Course[];
};
export type SpansLane = LaneBase & { readonly kind: 'spans'; readonly spans: readonly Span[] };
export type WaveLane = LaneBase & {
  readonly kind: 'wave';
  readonly digits: number;
  readonly minimumSpan: number;
  readonly traces: readonly Trace[];
  /** Thresholds, drawn if they are within the scale. */
  readonly limits: readonly number[];
};
/** Posture from the direction of gravity; the traces are x, y and z. */
export type PostureLane = LaneBase & {
  readonly kind: 'posture';
  readonly traces: readonly Trace[];
  readonly names: PostureLabels;
  readonly shortNames: PostureLabels;
};
export type PostureLabels = Readonly<
  Record<'supine' | 'left' | 'right' | 'prone' | 'upright', string>
>;
export type NightLane = StepsLane | CourseLane | SpansLane | WaveLane | PostureLane;

export type NightSpec = {
  readonly roomId: string;
  readonly lanes: readonly NightLane[];
  readonly palette: NightPalette;
  readonly timeZone: string;
  readonly locale: string;
  /** Shown in an exported picture. */
  readonly title: string;
};

/** A pointer, and the two cursors of a difference. */
export type Cursors = {
  readonly atMs: number | null;
  readonly t1Ms: number | null;
  readonly t2Ms: number | null;
};

/** A request for one tile; streams as `serial:streamId`. */
export type TileCall = TimeWindow & {
  readonly columns: number;
  readonly streams: readonly string[];
};
/** Loads tiles; injected by the caller that opens the chart. */
export type TileSource = (
  roomId: string,
  call: TileCall,
  held: string | null,
  signal: AbortSignal,
) => Promise<TileReply>;
export type TilePiece = {
  readonly serial: string;
  readonly streamId: number;
  readonly kind: 'columns' | 'samples';
  readonly fromUs: number;
  readonly stepUs: number;
  readonly length: number;
  readonly minimum: readonly Int16Array[];
  readonly maximum: readonly Int16Array[];
  readonly mean: readonly Int16Array[];
};
export type TileReply =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'tile';
      readonly tile: { readonly final: boolean; readonly pieces: readonly TilePiece[] };
      readonly etag: string;
    };
