import { ACCIDENT_PARAMETERS, parameterKey } from '../alarms/accident-parameters.ts';
import { effectiveValues } from '../alarms/accident-rule.ts';
import type { ParameterOverrides } from '../collections/organisation.ts';

/**
 * Values of `thresholdsShown` in a view: kinds of alarms whose limit can be drawn on a chart axis.
 */
export const SHOWN_THRESHOLDS = [
  'heartRateHigh',
  'heartRateLow',
  'respirationHigh',
  'respirationLow',
  'temperatureHigh',
  'temperatureLow',
] as const;
type ShownThreshold = (typeof SHOWN_THRESHOLDS)[number];

const LIMITED_FIGURES = ['heartRate', 'respirationRate', 'temperature'] as const;
export type LimitedFigure = (typeof LIMITED_FIGURES)[number];
/** In the unit of the metric; null without a limit on that side. */
export type FigureLimits = { readonly low: number | null; readonly high: number | null };

const SIDES: Readonly<
  Record<LimitedFigure, { readonly low: ShownThreshold; readonly high: ShownThreshold }>
> = {
  heartRate: { low: 'heartRateLow', high: 'heartRateHigh' },
  respirationRate: { low: 'respirationLow', high: 'respirationHigh' },
  temperature: { low: 'temperatureLow', high: 'temperatureHigh' },
};

/**
 * The effective limits of a room, of those that a view names. A disabled rule has none.
 * @param chain overrides from the outermost down to the room's own
 */
export function shownLimits(
  named: readonly string[],
  chain: readonly ParameterOverrides[],
): ReadonlyMap<LimitedFigure, FigureLimits> {
  const values = effectiveValues(chain, ACCIDENT_PARAMETERS);
  const getLimit = (kind: ShownThreshold): number | null => {
    const limit = values.get(parameterKey(kind, 'limit'));
    return named.includes(kind) &&
      values.get(parameterKey(kind, 'enabled')) !== false &&
      typeof limit === 'number'
      ? limit
      : null;
  };
  return new Map(
    LIMITED_FIGURES.flatMap((figure): [LimitedFigure, FigureLimits][] => {
      const low = getLimit(SIDES[figure].low);
      const high = getLimit(SIDES[figure].high);
      return low === null && high === null ? [] : [[figure, { low, high }]];
    }),
  );
}
