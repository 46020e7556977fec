import { ACCIDENT_PARAMETERS, parameterKey } from '../accidents/accident-parameters.ts';
import { effectiveValues } from '../accidents/accident-rule.ts';
import type { ParameterOverrides } from '../collections/organisation.ts';

/**
 * What `thresholdsShown` of a view may name: kinds of accidents whose limit lies on the axis of a
 * figure.
 */
export const SHOWN_THRESHOLDS = [
  'heartRateHigh',
  'heartRateLow',
  'respirationHigh',
  'respirationLow',
  'temperatureHigh',
  'temperatureLow',
] as const;
export type ShownThreshold = (typeof SHOWN_THRESHOLDS)[number];

export const LIMITED_FIGURES = ['heartRate', 'respirationRate', 'temperature'] as const;
export type LimitedFigure = (typeof LIMITED_FIGURES)[number];
/** In the figure's unit; null: there is none on that side. */
export type FigureLimits = { readonly low: number | null; readonly high: number | null };

const SIDES: Readonly<
  Record<LimitedFigure, { readonly low: ShownThreshold; readonly high: ShownThreshold }>
> = {
  heartRate: { low: 'heartRateLow', high: 'heartRateHigh' },
  respirationRate: { low: 'respirationLow', high: 'respirationHigh' },
  temperature: { low: 'temperatureLow', high: 'temperatureHigh' },
};

/**
 * The limits that hold in a room, of those that a view names; of a rule that tells nobody there is
 * none.
 * @param chain what is set, from what is inherited down to the room's own
 */
export function shownLimits(
  named: readonly string[],
  chain: readonly ParameterOverrides[],
): ReadonlyMap<LimitedFigure, FigureLimits> {
  const values = effectiveValues(chain, ACCIDENT_PARAMETERS);
  const limitOf = (kind: ShownThreshold): number | null => {
    const limit = values.get(parameterKey(kind, 'limit'));
    return named.includes(kind) &&
      values.get(parameterKey(kind, 'enabled')) !== false &&
      typeof limit === 'number'
      ? limit
      : null;
  };
  return new Map(
    LIMITED_FIGURES.flatMap((figure): [LimitedFigure, FigureLimits][] => {
      const [low, high] = [limitOf(SIDES[figure].low), limitOf(SIDES[figure].high)];
      return low === null && high === null ? [] : [[figure, { low, high }]];
    }),
  );
}
