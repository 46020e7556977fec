import type { NightLane, TimeWindow } from './night-spec.ts';
import { getTrendAt } from './paint-trend.ts';
import { spansAt, stepAt } from './paint-steps.ts';
import { waveAt, waveTable } from './paint-wave.ts';
import { postureSpans } from './posture-spans.ts';
import type { TileShelves } from './tile-shelves.ts';
import type { NightTable } from './night-message.ts';

/** Pixels around a mark that count as a hit. */
const MARK_PIXELS = 6;

type Place = {
  readonly store: TileShelves;
  readonly window: TimeWindow;
  readonly msPerPixel: number;
};

/** The value of a lane at a moment, with its unit; null for none. */
export function valueAt(
  lane: NightLane,
  { store, window, msPerPixel }: Place,
  atMs: number,
): string | null {
  if (lane.missing !== null) return null;
  switch (lane.kind) {
    case 'steps':
      return stepAt(lane, lane.series, atMs)?.name ?? null;
    case 'course': {
      const value = getTrendAt(lane.series, atMs);
      return value === null ? null : withUnit(value.toFixed(lane.digits), lane.unit);
    }
    case 'spans':
      return joined(spansAt(lane, atMs, msPerPixel * MARK_PIXELS));
    case 'posture':
      return joined(
        postureSpans(lane, store, window, msPerPixel)
          .filter(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
          .map(({ name }) => name),
      );
    case 'wave': {
      const values = lane.traces.map((trace) => waveAt(trace, store, window, msPerPixel, atMs));
      return values.every((value) => value === null)
        ? null
        : withUnit(values.map((value) => value?.toFixed(lane.digits) ?? '--').join(' '), lane.unit);
    }
  }
}

/** Adds a column for each overlay of a lane. */
export const tableLanes = (lanes: readonly NightLane[]): NightLane[] =>
  lanes.flatMap((lane): NightLane[] => {
    if ((lane.kind !== 'steps' && lane.kind !== 'course') || lane.overlay.length === 0)
      return [lane];
    // Treat each kind separately, so that a series keeps its type.
    return [
      lane,
      lane.kind === 'steps'
        ? { ...lane, id: overlaidId(lane.id), missing: null, series: lane.overlay, overlay: [] }
        : { ...lane, id: overlaidId(lane.id), missing: null, series: lane.overlay, overlay: [] },
    ];
  });
const OVERLAID = '-overlaid';
const overlaidId = (id: string): string => `${id}${OVERLAID}`;
export const isOverlaid = ({ id }: Pick<NightLane, 'id'>): boolean => id.endsWith(OVERLAID);

/** Whole seconds, minutes and hours; finer steps stay as they are. */
const ROUND_STEPS_MS = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600,
  43_200, 86_400,
].map((seconds) => seconds * 1000);

/** Rows of a round length that start at round times, at most `maxRows` of them. */
export function tableRows(
  { fromMs, toMs }: TimeWindow,
  maxRows: number,
): { readonly fromMs: number; readonly stepMs: number; readonly rows: number } {
  const exactMs = (toMs - fromMs) / maxRows;
  // A window from an address has rounding errors: snap offsets below a thousandth of a step.
  const stepMs =
    exactMs < 1000 * 0.999
      ? exactMs
      : (ROUND_STEPS_MS.find((round) => round >= exactMs * 0.999) ?? exactMs);
  if (stepMs === exactMs) return { fromMs, stepMs, rows: maxRows };
  const first = Math.floor(fromMs / stepMs) * stepMs;
  return { fromMs: first, stepMs, rows: Math.max(1, Math.ceil((toMs - first) / stepMs)) };
}

/**
 * The window in rows: minimum and maximum for waves, the value at the middle for everything else.
 */
export function toTable(
  drawn: readonly NightLane[],
  { store, window: seen, msPerPixel }: Place,
  maxRows: number,
): NightTable {
  const lanes = tableLanes(drawn);
  const { fromMs, stepMs, rows } = tableRows(seen, maxRows);
  const window = { fromMs, toMs: fromMs + rows * stepMs };
  const place = { store, window, msPerPixel };
  const waves = new Map(
    lanes.flatMap((lane) =>
      lane.kind === 'wave' && lane.missing === null
        ? [[lane.id, waveTable(lane, store, window, msPerPixel, rows)] as const]
        : [],
    ),
  );
  const cell = (lane: NightLane, row: number): string | null => {
    if (lane.kind !== 'wave')
      return valueAt(
        lane,
        { ...place, msPerPixel: stepMs / MARK_PIXELS / 2 },
        window.fromMs + (row + 0.5) * stepMs,
      );
    const range = waves.get(lane.id)?.[row] ?? null;
    return range === null
      ? null
      : `${range.low.toFixed(lane.digits)} … ${range.high.toFixed(lane.digits)}`;
  };
  return {
    window,
    rows: Array.from({ length: rows }, (_, row) => ({
      atMs: window.fromMs + row * stepMs,
      values: lanes.map((lane) => cell(lane, row)),
    })),
  };
}

const joined = (names: readonly string[]): string | null =>
  names.length === 0 ? null : names.join(' / ');
const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`);
