import type { LaneSpec } from '../../live/chart/chart-spec.ts';
import type { ChartReport } from '../../live/chart/engine/chart-report.ts';
import { FILTERS, toLane, getLook, type LaneWish, type RawScreen } from './raw-setup.ts';
import { toFilter, type TraceSettings } from './trace-settings.ts';

/** The ECG continues over this many lines, the newest on top. */
const ECG_LINES = 3;
/** Slow series next to waves run sixty times slower. */
const TREND_PACE = 1 / 60;

/** The lanes of a screen for some devices on one clock. `report` lists their streams. */
export function toLanes(
  screen: RawScreen,
  serials: readonly string[],
  settings: TraceSettings,
  report: ChartReport,
): LaneSpec[] {
  switch (screen) {
    case 'raw-ecg':
      return serials.flatMap((serial) => ecgLanes(serial, settings));
    case 'raw-impe':
      return serials.map((serial) =>
        toLane(simple(serial, 'impe'), settings.gain, toFilter(settings)),
      );
    case 'raw-respi-axl':
      return serials.flatMap((serial) => axisLanes(serial, settings, serials.length > 1));
    case 'raw-respihr':
      return serials.flatMap((serial) => rateLanes(serial, settings));
    case 'raw-temparature':
      return serials.map((serial) => toLane(simple(serial, 'temperature'), settings.gain, {}));
    case 'raw-button':
      return serials.map((serial) => toLane(simple(serial, 'button'), 1, {}));
    case 'raw-multi':
      return serials.flatMap((serial) => allLanes(serial, settings, report));
    case 'raw-eit':
      return [];
  }
}

const simple = (serial: string, stream: string): LaneWish => ({
  serial,
  stream,
  channels: getLook(stream).colours.map((_, index) => index),
  colours: getLook(stream).colours,
});

function ecgLanes(serial: string, settings: TraceSettings): LaneSpec[] {
  const filter = toFilter(settings);
  const ecgWish = simple(serial, 'ecg');
  return Array.from({ length: ECG_LINES }, (_, line) =>
    toLane({ ...ecgWish, name: `line${line}` }, 1, filter, {
      scale: { kind: 'paper', mmPerUnit: settings.gain },
      paper: 'millimetre',
      windowsBack: line,
    }),
  );
}

/** Three lanes for one device; for several devices one lane each, with the axes overlaid. */
function axisLanes(serial: string, settings: TraceSettings, together: boolean): LaneSpec[] {
  const { colours } = getLook('respi-axl');
  const filter = toFilter(settings);
  if (together) return [toLane(simple(serial, 'respi-axl'), settings.gain, filter)];
  return colours.map((colour, axis) =>
    toLane(
      { serial, stream: 'respi-axl', channels: [axis], colours: [colour], name: 'xyz'[axis] ?? '' },
      settings.gain,
      filter,
    ),
  );
}

function rateLanes(serial: string, settings: TraceSettings): LaneSpec[] {
  return getLook('respihr').colours.map((colour, channel) =>
    toLane(
      {
        serial,
        stream: 'respihr',
        channels: [channel],
        colours: [colour],
        name: channel === 0 ? 'respiration' : 'heart',
      },
      settings.gain,
      {},
    ),
  );
}

function allLanes(serial: string, settings: TraceSettings, report: ChartReport): LaneSpec[] {
  const device = report.devices.find((candidate) => candidate.serial === serial);
  const streams = (device?.streams ?? []).filter((stream) => stream.kind !== 'eit');
  return streams.map((stream) => {
    const look = getLook(stream.kind);
    const shown = stream.kind === 'eit-curves' ? 1 : Math.min(stream.channels, look.colours.length);
    const channels = Array.from({ length: shown }, (_, channel) => channel);
    // Next to other signals an accelerometer shows breathing, so filter out gravity, which would
    // flatten it.
    const filter =
      stream.kind === 'ecg'
        ? withMains(settings)
        : stream.kind === 'respi-axl'
          ? FILTERS.breath
          : {};
    const trend = look.isTrend || stream.sampleRateHz < 4;
    return toLane(
      {
        serial,
        stream: stream.kind,
        streamId: stream.streamId,
        channels,
        colours: look.colours,
        name: `all${stream.streamId}`,
      },
      settings.gain,
      filter,
      {
        pace: trend ? TREND_PACE : 1,
        weight: stream.kind === 'button' ? 0.35 : trend ? 0.6 : 1,
      },
    );
  });
}

const withMains = ({ mainsHz }: TraceSettings) =>
  mainsHz === null ? FILTERS.monitor : { ...FILTERS.monitor, mainsHz };
