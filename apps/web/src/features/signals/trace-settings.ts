import { CSS_PX_PER_MM, type TimeScale } from '../../live/chart/chart-spec.ts';
import { FILTERS, type FilterName, type RawScreen, SETUPS } from './raw-setup.ts';

/**
 * The reader's settings for a screen. All are in the address except the screen's calibration and
 * freeze.
 */
export type TraceSettings = {
  readonly mode: 'sweep' | 'scroll';
  readonly speed: TimeScale;
  readonly gain: number;
  readonly filter: FilterName;
  readonly mainsHz: 50 | 60 | null;
};

/** Choices that a screen does not offer fall back to its first one. */
export function readTraceSettings(
  screen: RawScreen,
  values: Readonly<Record<string, string>>,
): TraceSettings {
  const setup = SETUPS[screen];
  const mains = values['mains'];
  return {
    mode: setup.modes.find((mode) => mode === values['mode']) ?? setup.modes[0] ?? 'sweep',
    speed: setup.speeds.find((speed) => speedKey(speed) === values['speed']) ??
      setup.speeds[0] ?? { kind: 'window', seconds: 10 },
    gain: setup.gains.find((gain) => String(gain) === values['gain']) ?? setup.gains[0] ?? 1,
    filter:
      setup.filters.find((filter) => filter === values['filter']) ?? setup.filters[0] ?? 'none',
    mainsHz: !setup.hasMains ? null : mains === '50' ? 50 : mains === '60' ? 60 : null,
  };
}

export const speedKey = (speed: TimeScale): string =>
  speed.kind === 'window' ? `${speed.seconds}s` : `${speed.value}mm`;

export const toFilter = ({ filter, mainsHz }: TraceSettings) =>
  mainsHz === null ? FILTERS[filter] : { ...FILTERS[filter], mainsHz };

const KEY = 'yamori.pxPerMm';
const MIN_PX_PER_MM = 1;
const MAX_PX_PER_MM = 20;

/** CSS pixels per millimetre as measured on this screen, else 96 dpi. */
export function readCalibration(storage: Pick<Storage, 'getItem'>): number {
  const stored = Number(storage.getItem(KEY) ?? Number.NaN);
  return stored >= MIN_PX_PER_MM && stored <= MAX_PX_PER_MM ? stored : CSS_PX_PER_MM;
}

export function writeCalibration(storage: Pick<Storage, 'setItem'>, pxPerMm: number): void {
  try {
    storage.setItem(KEY, String(pxPerMm));
  } catch {
    // If storage is full or forbidden, the calibration lasts as long as the tab.
  }
}
