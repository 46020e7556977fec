/**
 * Names of the colours that a drawing uses; the main thread reads their values from the theme's
 * tokens.
 */
export const PALETTE_TOKENS = {
  ground: '--surface-1',
  paper: '--trace-paper',
  paperStrong: '--trace-paper-strong',
  line: '--line',
  text: '--text',
  text2: '--text-2',
  accent: '--accent',
  warning: '--warning',
  danger: '--danger',
  technical: '--technical',
  ecg: '--trace-ecg',
  respiration: '--trace-respiration',
  impedance: '--trace-impedance',
  axlX: '--trace-axl-x',
  axlY: '--trace-axl-y',
  axlZ: '--trace-axl-z',
  temperature: '--trace-temperature',
} as const;
export type PaletteName = keyof typeof PALETTE_TOKENS;
export const SCHEMES = ['dark', 'light', 'night'] as const;
export type ChartScheme = (typeof SCHEMES)[number];
/** The theme's colours and its scheme: the EIT scales differ by scheme. */
export type ChartPalette = Readonly<Record<PaletteName, string>> & { readonly scheme: ChartScheme };

/** How a lane maps values to height. */
export type LaneScale =
  /** Millimetres on the screen per unit, as on paper, with zero in the middle. */
  | { readonly kind: 'paper'; readonly mmPerUnit: number }
  /** Follows the signal, never finer than `minimumSpan`. */
  | {
      readonly kind: 'auto';
      readonly minimumSpan: number;
      readonly magnify: number;
      /** Channels of the same stream that share a span with the lane's own. */
      readonly sharedWith?: readonly number[];
    }
  | { readonly kind: 'fixed'; readonly low: number; readonly high: number };

/** Cut-off frequencies of the drawn trace; an empty object draws the raw signal. */
export type LaneFilter = {
  readonly highPassHz?: number;
  readonly lowPassHz?: number;
  readonly mainsHz?: 50 | 60;
};

type LaneSource = {
  readonly serial: string;
  /** Kind of the stream, or `eit-curves` for the curves computed from EIT images. */
  readonly stream: string;
  /** Selects one of several streams of the kind; the first by default. */
  readonly streamId?: number;
  readonly channels: readonly number[];
};

export type LaneSpec = {
  readonly id: string;
  readonly source: LaneSource;
  readonly scale: LaneScale;
  readonly filter: LaneFilter;
  readonly colours: readonly PaletteName[];
  /** Share of the height. */
  readonly weight: number;
  /** Speed of this lane relative to the view: breathing runs slower than the heart. */
  readonly pace: number;
  readonly paper: 'none' | 'millimetre' | 'seconds';
  /**
   * Shows the trace of this many view widths ago, so that stacked lanes continue like lines of
   * text.
   */
  readonly windowsBack: number;
};

/** Traces selected from what the devices actually send, best first. */
export type LaneChoice = {
  readonly serials: readonly string[];
  readonly atMost: number;
  /** Restricts the choice to these kinds of streams; all kinds if omitted. */
  readonly streams?: readonly string[] | undefined;
};

export type TimeScale =
  | { readonly kind: 'mmPerSecond'; readonly value: number }
  | { readonly kind: 'window'; readonly seconds: number };

export type TraceViewSpec = {
  readonly kind: 'traces';
  readonly lanes: readonly LaneSpec[] | LaneChoice;
  readonly mode: 'sweep' | 'scroll';
  readonly time: TimeScale;
  /** CSS pixels per millimetre: 96 dpi unless the user calibrated the screen. */
  readonly pxPerMm: number;
  readonly frozen: boolean;
  readonly palette: ChartPalette;
  /** Devices whose streams are all watched, whether drawn or not. */
  readonly watchAll: readonly string[];
  /**
   * Room of each device, by serial. Earlier values of slow series come from the room's timeline;
   * without a room there are none.
   */
  readonly rooms?: Readonly<Record<string, string>>;
  /** Computes rates from the traces as well, for raw-signal screens. */
  readonly estimates: boolean;
  /** CSS pixels at the top of each lane that are reserved for its name. */
  readonly headPx: number;
};

/** The change from end-expiration, or the tidal image of a breath. */
export const EIT_IMAGES = ['live', 'tidal'] as const;
export type EitImageKind = (typeof EIT_IMAGES)[number];
export const EIT_REGION_SETS = ['layers', 'quadrants'] as const;
export type EitRegionSet = (typeof EIT_REGION_SETS)[number];

export type EitViewSpec = {
  readonly kind: 'eit';
  readonly serial: string;
  readonly image: EitImageKind;
  readonly regions: EitRegionSet;
  /** The emphasised region of the set, 0 to 3, or none. */
  readonly selectedRegion: number | null;
  readonly frozen: boolean;
  readonly palette: ChartPalette;
};

export type ViewSpec = TraceViewSpec | EitViewSpec;

export type ViewSize = {
  readonly cssWidth: number;
  readonly cssHeight: number;
  readonly pixelRatio: number;
};

/** 1 inch is 25.4 mm is 96 CSS pixels. */
export const CSS_PX_PER_MM = 96 / 25.4;

/** CSS pixels per second on the time axis. */
export function pxPerSecond(
  spec: Pick<TraceViewSpec, 'time' | 'pxPerMm'>,
  cssWidth: number,
): number {
  return spec.time.kind === 'mmPerSecond'
    ? spec.time.value * spec.pxPerMm
    : cssWidth / spec.time.seconds;
}
