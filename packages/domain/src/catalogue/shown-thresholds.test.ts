import { describe, expect, it } from 'vitest';
import { SHOWN_THRESHOLDS, shownLimits } from './shown-thresholds.ts';

const INHERITED = {
  'accident.heartRateHigh.enabled': true,
  'accident.heartRateHigh.limit': 120,
  'accident.heartRateLow.enabled': true,
  'accident.heartRateLow.limit': 45,
  'accident.temperatureHigh.enabled': false,
};
const formatShown = (
  named: readonly string[],
  ...own: Readonly<Record<string, number | boolean>>[]
) => Object.fromEntries(shownLimits(named, [INHERITED, ...own]));

describe('shownLimits', () => {
  it('returns the limits named by the view, as effective in the room', () => {
    expect(formatShown(['heartRateHigh'])).toEqual({ heartRate: { low: null, high: 120 } });
    expect(
      formatShown(
        ['heartRateHigh', 'heartRateLow'],
        { 'accident.heartRateHigh.limit': 110 },
        { 'accident.heartRateHigh.limit': 100 },
      ),
    ).toEqual({ heartRate: { low: 45, high: 100 } });
  });

  it('omits limits of disabled rules and unknown names', () => {
    expect(formatShown(['heartRateHigh'], { 'accident.heartRateHigh.enabled': false })).toEqual({});
    expect([formatShown([]), formatShown(['fall', 'heartRate', 'temperatureHigh'])]).toEqual([
      {},
      {},
    ]);
    expect(
      formatShown(['temperatureHigh'], {
        'accident.temperatureHigh.enabled': true,
        'accident.temperatureHigh.limit': 38,
      }),
    ).toEqual({ temperature: { low: null, high: 38 } });
  });

  it('a view can show six limits', () => {
    const on = Object.fromEntries(
      SHOWN_THRESHOLDS.map((kind) => [`accident.${kind}.enabled`, true]),
    );
    expect(
      [...shownLimits(SHOWN_THRESHOLDS, [on]).values()]
        .flatMap(({ low, high }) => [low, high])
        .filter((limit) => limit !== null).length,
    ).toBe(6);
  });
});
