import type { LaneFilter, LaneSpec, PaletteName, TimeScale } from '../../live/chart/chart-spec.ts';

export const RAW_SCREENS = [
  'raw-multi',
  'raw-ecg',
  'raw-impe',
  'raw-respi-axl',
  'raw-eit',
  'raw-respihr',
  'raw-button',
  'raw-temparature',
] as const;
export type RawScreen = (typeof RAW_SCREENS)[number];

/** The stream of a screen; null if it shows all. */
export const SCREEN_STREAM: Readonly<Record<RawScreen, string | null>> = {
  'raw-multi': null,
  'raw-ecg': 'ecg',
  'raw-impe': 'impe',
  'raw-respi-axl': 'respi-axl',
  'raw-eit': 'eit',
  'raw-respihr': 'respihr',
  'raw-button': 'button',
  'raw-temparature': 'temperature',
};

/** The screen for a device with these kinds of signal: a single signal has its own screen. */
export function chooseScreen(kinds: readonly string[]): RawScreen {
  const own = RAW_SCREENS.filter((screen) => kinds.includes(SCREEN_STREAM[screen] ?? ''));
  return own.length === 1 && kinds.length === 1 ? (own[0] ?? 'raw-multi') : 'raw-multi';
}

const mm = (value: number): TimeScale => ({ kind: 'mmPerSecond', value });
const seconds = (value: number): TimeScale => ({ kind: 'window', seconds: value });

export type FilterName = 'none' | 'monitor' | 'wide' | 'respiration' | 'breath';
export const FILTERS: Readonly<Record<FilterName, LaneFilter>> = {
  none: {},
  monitor: { highPassHz: 0.5, lowPassHz: 40 },
  wide: { highPassHz: 0.05, lowPassHz: 150 },
  respiration: { highPassHz: 0.05, lowPassHz: 3 },
  breath: { highPassHz: 0.08, lowPassHz: 2 },
};

/** The options of a screen; the first of each is the default. */
type RawSetup = {
  readonly speeds: readonly TimeScale[];
  /** Millimetres per millivolt on paper scale, else factors of the automatic gain. */
  readonly gains: readonly number[];
  readonly filters: readonly FilterName[];
  readonly hasMains: boolean;
  readonly modes: readonly ('sweep' | 'scroll')[];
};

const WAVE: RawSetup = {
  speeds: [seconds(30), seconds(10), seconds(60)],
  gains: [1, 2, 4, 0.5],
  filters: ['none', 'respiration', 'breath'],
  hasMains: false,
  modes: ['sweep', 'scroll'],
};
const TREND: RawSetup = {
  speeds: [seconds(600), seconds(3600), seconds(14_400), seconds(120)],
  gains: [1, 2, 4],
  filters: ['none'],
  hasMains: false,
  modes: ['scroll', 'sweep'],
};

export const SETUPS: Readonly<Record<RawScreen, RawSetup>> = {
  'raw-multi': {
    speeds: [seconds(10), seconds(30), seconds(60), seconds(6)],
    gains: [1, 2, 4, 0.5],
    filters: ['none'],
    hasMains: true,
    modes: ['sweep', 'scroll'],
  },
  'raw-ecg': {
    speeds: [mm(25), mm(50), mm(12.5)],
    gains: [10, 5, 20],
    filters: ['monitor', 'wide', 'none'],
    hasMains: true,
    modes: ['sweep', 'scroll'],
  },
  'raw-impe': { ...WAVE, filters: ['none', 'respiration', 'breath'] },
  'raw-respi-axl': WAVE,
  'raw-eit': { ...WAVE, filters: ['none'] },
  'raw-respihr': TREND,
  'raw-button': { ...TREND, gains: [1] },
  'raw-temparature': TREND,
};

/** How a kind of stream is drawn; unknown kinds use the text colour. */
type StreamLook = {
  readonly colours: readonly PaletteName[];
  readonly minimumSpan: number;
  readonly isTrend: boolean;
};

const LOOKS: Readonly<Record<string, StreamLook>> = {
  ecg: { colours: ['ecg'], minimumSpan: 1, isTrend: false },
  impe: { colours: ['impedance'], minimumSpan: 0.2, isTrend: false },
  'respi-axl': { colours: ['axlX', 'axlY', 'axlZ'], minimumSpan: 0.01, isTrend: false },
  'eit-curves': { colours: ['respiration'], minimumSpan: 0.001, isTrend: false },
  respihr: { colours: ['respiration', 'ecg'], minimumSpan: 20, isTrend: true },
  temperature: { colours: ['temperature'], minimumSpan: 0.4, isTrend: true },
  button: { colours: ['accent'], minimumSpan: 1, isTrend: true },
};

export const getLook = (stream: string): StreamLook =>
  LOOKS[stream] ?? {
    colours: ['text', 'axlX', 'axlY', 'axlZ'],
    minimumSpan: 0.001,
    isTrend: false,
  };

/**
 * A lane with the user's settings. `paper` lanes have true millimetres; others follow the signal.
 */
export type LaneWish = {
  readonly serial: string;
  readonly stream: string;
  readonly streamId?: number;
  readonly channels: readonly number[];
  readonly colours: readonly PaletteName[];
  readonly name?: string;
};

export function toLane(
  wish: LaneWish,
  magnify: number,
  filter: LaneFilter,
  more: Partial<LaneSpec> = {},
): LaneSpec {
  const look = getLook(wish.stream);
  return {
    id: `${wish.serial}/${wish.stream}/${wish.name ?? wish.channels.join('-')}`,
    source: {
      serial: wish.serial,
      stream: wish.stream,
      ...(wish.streamId === undefined ? {} : { streamId: wish.streamId }),
      channels: wish.channels,
    },
    scale: { kind: 'auto', minimumSpan: look.minimumSpan, magnify },
    filter,
    colours: wish.colours,
    weight: 1,
    pace: 1,
    paper: 'seconds',
    windowsBack: 0,
    ...more,
  };
}
