import { describe, expect, it } from 'vitest';
import { CSS_PX_PER_MM } from '../../live/chart/chart-spec.ts';
import { RAW_SCREENS, SETUPS } from './raw-setup.ts';
import { toLanes } from './signal-lanes.ts';
import { toFilter, readCalibration, readTraceSettings, speedKey } from './trace-settings.ts';

const NOTHING = { devices: [], views: [], framesPerSecond: 0 };

describe('settings of a raw screen', () => {
  it('an ECG defaults to 25 mm/s, 10 mm/mV and the monitor filter', () => {
    expect(readTraceSettings('raw-ecg', {})).toEqual({
      mode: 'sweep',
      speed: { kind: 'mmPerSecond', value: 25 },
      gain: 10,
      filter: 'monitor',
      mainsHz: null,
    });
  });

  it.each(RAW_SCREENS)(
    'every speed, gain and filter that %s offers survives a round trip',
    (screen) => {
      const { speeds, gains, filters } = SETUPS[screen];
      for (const speed of speeds)
        expect(readTraceSettings(screen, { speed: speedKey(speed) }).speed).toEqual(speed);
      for (const gain of gains)
        expect(readTraceSettings(screen, { gain: String(gain) }).gain).toBe(gain);
      for (const filter of filters)
        expect(readTraceSettings(screen, { filter }).filter).toBe(filter);
    },
  );

  it('unknown choices fall back to the default', () => {
    expect(
      readTraceSettings('raw-impe', {
        mode: 'spiral',
        speed: '7s',
        gain: '99',
        filter: 'monitor',
        mains: '50',
      }),
    ).toMatchObject({ mode: 'sweep', gain: 1, filter: 'none', mainsHz: null });
  });

  it('the mains notch adds to the filter', () => {
    expect(toFilter(readTraceSettings('raw-ecg', { mains: '60' }))).toEqual({
      highPassHz: 0.5,
      lowPassHz: 40,
      mainsHz: 60,
    });
  });

  it('a measured screen size is used, and an absurd one is not', () => {
    const stored = (value: string | null) => readCalibration({ getItem: () => value });
    expect([stored('4.2'), stored('400'), stored(null), stored('x')]).toEqual([
      4.2,
      CSS_PX_PER_MM,
      CSS_PX_PER_MM,
      CSS_PX_PER_MM,
    ]);
  });
});

describe('lanes of a raw screen', () => {
  it('the ECG continues over several lines on true paper scale', () => {
    const lanes = toLanes('raw-ecg', ['A'], readTraceSettings('raw-ecg', { gain: '20' }), NOTHING);
    expect(lanes.map((lane) => [lane.windowsBack, lane.paper, lane.scale])).toEqual(
      [0, 1, 2].map((line) => [line, 'millimetre', { kind: 'paper', mmPerUnit: 20 }]),
    );
  });

  it('each axis of one device gets a lane, and each of several devices gets one lane', () => {
    const settings = readTraceSettings('raw-respi-axl', {});
    expect(
      toLanes('raw-respi-axl', ['A'], settings, NOTHING).map((lane) => lane.source.channels),
    ).toEqual([[0], [1], [2]]);
    expect(
      toLanes('raw-respi-axl', ['A', 'B'], settings, NOTHING).map((lane) => lane.source),
    ).toEqual(['A', 'B'].map((serial) => ({ serial, stream: 'respi-axl', channels: [0, 1, 2] })));
  });
});
