import type { TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { afterKey, getLength, moved } from '../../live/chart/nights/time-window.ts';

export type MarkName = 't1Ms' | 't2Ms';
type Key = { readonly key: string; readonly shiftKey: boolean };
type View = {
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  readonly whole: TimeWindow;
  readonly cursorMs: number | null;
  readonly hasMarks: boolean;
};

type KeyAction = {
  readonly window?: TimeWindow;
  /** Null removes the cursor. */
  readonly cursorMs?: number | null;
  /** Null removes both marks. */
  readonly mark?: { readonly name: MarkName | null; readonly atMs: number };
};

/** Keyboard steps of the cursor across the width. */
const CURSOR_STEPS = 120;

/** What a key does to the chart; null for a key without an action. */
export function getKeyAction({ key, shiftKey }: Key, view: View): KeyAction | null {
  const { window, bounds, whole, cursorMs, hasMarks } = view;
  const atMs = cursorMs ?? (window.fromMs + window.toMs) / 2;
  if (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const stepMs = (key === 'ArrowLeft' ? -1 : 1) * (getLength(window) / CURSOR_STEPS);
    const nextMs = atMs + stepMs;
    const isVisible = nextMs >= window.fromMs && nextMs <= window.toMs;
    if (isVisible) return { cursorMs: nextMs };
    return { cursorMs: nextMs, window: moved(window, stepMs, bounds) };
  }
  if (key === '1') return { mark: { name: 't1Ms', atMs } };
  if (key === '2') return { mark: { name: 't2Ms', atMs } };
  if (key === 'Escape') {
    if (cursorMs === null && !hasMarks) return null;
    return { cursorMs: null, mark: { name: null, atMs: 0 } };
  }
  const next = afterKey(key, shiftKey, window, atMs, bounds, whole);
  return next === null ? null : { window: next };
}
