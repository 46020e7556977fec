import type { TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { getLength, MAX_WINDOW_MS, MIN_WINDOW_MS } from '../../live/chart/nights/time-window.ts';
import { recordedStretch } from './night-stages.ts';
import type { Night } from './api.ts';

const MARGIN_MS = 15 * 60_000;

/**
 * The initial range: the recorded part with a quarter of an hour around it, else the night so far
 * from its first recording.
 */
export function wholeNight(
  night: Night | undefined,
  range: TimeWindow,
  nowMs: number,
  recordedFromMs: number | null = null,
): TimeWindow {
  const recorded = night === undefined ? null : recordedStretch(night);
  if (recorded !== null)
    return { fromMs: recorded.fromMs - MARGIN_MS, toMs: recorded.toMs + MARGIN_MS };
  const isRunning = nowMs > range.fromMs && nowMs < range.toMs;
  if (!isRunning) return range;
  const fromMs = Math.max(range.fromMs, (recordedFromMs ?? range.fromMs) - MARGIN_MS);
  return { fromMs, toMs: Math.max(nowMs, fromMs + MARGIN_MS) };
}

/** The range in an address; null if it is missing or invalid. */
export function parseWindow(from: string | undefined, to: string | undefined): TimeWindow | null {
  const window = { fromMs: Date.parse(from ?? ''), toMs: Date.parse(to ?? '') };
  const length = getLength(window);
  return length >= MIN_WINDOW_MS && length <= MAX_WINDOW_MS ? window : null;
}

export const toAddress = ({
  fromMs,
  toMs,
}: TimeWindow): { readonly from: string; readonly to: string } => ({
  from: new Date(Math.round(fromMs)).toISOString(),
  to: new Date(Math.round(toMs)).toISOString(),
});

const DAY_MS = 86_400_000;

/**
 * A range of another length around its middle or around the pointed time; ranges of days end with
 * the night, because later time has no data.
 */
export const ofLength = (
  window: TimeWindow,
  lengthMs: number,
  aroundMs: number | null,
  night: TimeWindow,
): TimeWindow => {
  if (lengthMs > DAY_MS) return { fromMs: night.toMs - lengthMs, toMs: night.toMs };
  const middle = aroundMs ?? (window.fromMs + window.toMs) / 2;
  return { fromMs: middle - lengthMs / 2, toMs: middle + lengthMs / 2 };
};
