import type { TimeWindow } from './night-spec.ts';

/** From one heartbeat to a little over a month. */
export const MIN_WINDOW_MS = 500;
export const MAX_WINDOW_MS = 32 * 86_400_000;

export const getLength = ({ fromMs, toMs }: TimeWindow): number => toMs - fromMs;

/** Longer for a factor above 1; the time `aroundMs` stays in place. */
export function zoomed(
  window: TimeWindow,
  factor: number,
  aroundMs: number,
  bounds: TimeWindow,
): TimeWindow {
  const wanted = Math.min(Math.max(getLength(window) * factor, MIN_WINDOW_MS), MAX_WINDOW_MS);
  const share = (aroundMs - window.fromMs) / getLength(window);
  const fromMs = aroundMs - share * wanted;
  return within({ fromMs, toMs: fromMs + wanted }, bounds);
}

export const moved = (window: TimeWindow, byMs: number, bounds: TimeWindow): TimeWindow =>
  within({ fromMs: window.fromMs + byMs, toMs: window.toMs + byMs }, bounds);

/**
 * Keeps at least a tenth of the window inside the bounds, so that the user does not get lost in
 * empty space.
 */
export function within(window: TimeWindow, bounds: TimeWindow): TimeWindow {
  const margin = getLength(window) / 10;
  const latest = bounds.toMs - margin;
  const earliest = bounds.fromMs + margin - getLength(window);
  const fromMs = Math.min(Math.max(window.fromMs, earliest), Math.max(earliest, latest));
  return { fromMs, toMs: fromMs + getLength(window) };
}

/** Zoom factor of one step. */
const ZOOM_STEP = 1.5;
const MOVE_SHARE = 0.2;

/** The window after a key press; null for other keys. */
export function afterKey(
  key: string,
  shift: boolean,
  window: TimeWindow,
  around: number,
  bounds: TimeWindow,
  home: TimeWindow,
): TimeWindow | null {
  const step = getLength(window) * (shift ? 1 : MOVE_SHARE);
  switch (key) {
    case 'ArrowLeft':
      return moved(window, -step, bounds);
    case 'ArrowRight':
      return moved(window, step, bounds);
    case 'PageUp':
      return moved(window, -getLength(window), bounds);
    case 'PageDown':
      return moved(window, getLength(window), bounds);
    case '+':
    case ';':
    case '=':
    case 'ArrowUp':
      return zoomed(window, 1 / ZOOM_STEP, around, bounds);
    case '-':
    case '_':
    case 'ArrowDown':
      return zoomed(window, ZOOM_STEP, around, bounds);
    case 'Home':
      return within({ fromMs: home.fromMs, toMs: home.fromMs + getLength(window) }, bounds);
    case 'End':
      return within({ fromMs: home.toMs - getLength(window), toMs: home.toMs }, bounds);
    case '0':
      return home;
    default:
      return null;
  }
}
