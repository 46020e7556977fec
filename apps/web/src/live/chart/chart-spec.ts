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
/** Colours of the theme, and which it is: the scales of the EIT have their own steps in each. */
export type ChartPalette = Readonly<Record<PaletteName, string>> & { readonly scheme: ChartScheme };

/** How a lane turns values into height. */
export type LaneScale =
  /** Millimetres of screen per unit, as on paper; zero in the middle. */
  | { readonly kind: 'paper'; readonly mmPerUnit: number }
  /** Follows the signal, never finer than `minimumSpan`. */
  | {
      readonly kind: 'auto';
      readonly minimumSpan: number;
      readonly magnify: number;
      /** Channels of the same stream that share one span with the lane's own. */
      readonly sharedWith?: readonly number[];
    }
  | { readonly kind: 'fixed'; readonly low: number; readonly high: number };

/** Cut-offs of the drawn trace; an empty object draws what was measured. */
export type LaneFilter = {
  readonly highPassHz?: number;
  readonly lowPassHz?: number;
  readonly mainsHz?: 50 | 60;
};

type LaneSource = {
  readonly serial: string;
  /** Kind of the stream, or `eit-curves` for what is computed from EIT images. */
  readonly stream: string;
  /** Which of several streams of that kind; the first when left out. */
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
  /** Speed of this lane's pen as a share of the view's: breath is written slower than heart. */
  readonly pace: number;
  readonly paper: 'none' | 'millimetre' | 'seconds';
  /**
   * Shows what was drawn this many widths of the view ago, so that lanes below each other read on
   * like lines of text.
   */
  readonly windowsBack: number;
};

/** Traces that are picked from what the devices turn out to send, best first. */
export type LaneChoice = {
  readonly serials: readonly string[];
  readonly atMost: number;
  /** Of these kinds of streams, where any of them can be chosen; left out: of all. */
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
  /** Millimetres of the screen in CSS pixels: 96 dpi unless the reader measured it. */
  readonly pxPerMm: number;
  readonly frozen: boolean;
  readonly palette: ChartPalette;
  /** Devices of which every stream is wanted, drawn or not. */
  readonly watchAll: readonly string[];
  /**
   * The rooms of devices by serial, whose timelines tell what slow series were before anybody
   * looked; left out: nothing does.
   */
  readonly rooms?: Readonly<Record<string, string>>;
  /** Compute rates from the traces as well, for screens of raw data. */
  readonly estimates: boolean;
  /** CSS pixels at the head of each lane that its name stands in, and no trace. */
  readonly headPx: number;
};

/** The change against the end of breathing out, or the breath's swing. */
export const EIT_IMAGES = ['live', 'tidal'] as const;
export type EitImageKind = (typeof EIT_IMAGES)[number];
export const EIT_REGION_SETS = ['layers', 'quadrants'] as const;
export type EitRegionSet = (typeof EIT_REGION_SETS)[number];

export type EitViewSpec = {
  readonly kind: 'eit';
  readonly serial: string;
  readonly image: EitImageKind;
  readonly regions: EitRegionSet;
  /** Region 0 to 3 of the set that is emphasised, or none. */
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

/** CSS pixels that a second takes on the time axis. */
export function pxPerSecond(
  spec: Pick<TraceViewSpec, 'time' | 'pxPerMm'>,
  cssWidth: number,
): number {
  return spec.time.kind === 'mmPerSecond'
    ? spec.time.value * spec.pxPerMm
    : cssWidth / spec.time.seconds;
}
