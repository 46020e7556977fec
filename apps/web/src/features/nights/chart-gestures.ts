import { getPlot } from '../../live/chart/nights/night-drawing.ts';
import type { TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { getLength, moved, zoomed } from '../../live/chart/nights/time-window.ts';

type GestureTarget = {
  readonly window: () => TimeWindow;
  readonly bounds: () => TimeWindow;
  readonly onWindow: (window: TimeWindow) => void;
  /** Time under the pointer; null when it leaves. */
  readonly onPoint: (atMs: number | null) => void;
  /** Time that was clicked or tapped. */
  readonly onPress: (atMs: number) => void;
  readonly onWhole: () => void;
};

/** Wheel distance that doubles or halves the visible range. */
const WHEEL_DOUBLES_AT = 320;
const LINE_PIXELS = 16;
/** A pointer that moves less than this is a tap, not a drag. */
const TAP_PIXELS = 4;

/**
 * Handles the wheel, drag, two-finger pinch and double click.
 *
 * @returns a function that removes the listeners
 */
export function listenToGestures(element: HTMLElement, target: GestureTarget): () => void {
  const gone = new AbortController();
  const pointers = new Map<number, number>();
  const state = { travelled: 0 };
  const plot = (): { left: number; width: number } => {
    const { left, right } = getPlot(element.clientWidth);
    return { left: element.getBoundingClientRect().left + left, width: Math.max(1, right - left) };
  };
  const momentAt = (clientX: number): number => {
    const { left, width } = plot();
    const window = target.window();
    return (
      window.fromMs + (Math.min(Math.max(clientX - left, 0), width) / width) * getLength(window)
    );
  };
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    listener: (event: HTMLElementEventMap[Kind]) => void,
  ): void => element.addEventListener(kind, listener, { signal: gone.signal, passive: false });

  on('wheel', (event) => {
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
    const sideways = event.shiftKey
      ? event.deltaY || event.deltaX
      : Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? event.deltaX
        : 0;
    if (sideways !== 0)
      target.onWindow(
        moved(
          target.window(),
          ((sideways * scale) / plot().width) * getLength(target.window()),
          target.bounds(),
        ),
      );
    else
      target.onWindow(
        zoomed(
          target.window(),
          2 ** ((event.deltaY * scale) / WHEEL_DOUBLES_AT),
          momentAt(event.clientX),
          target.bounds(),
        ),
      );
    target.onPoint(momentAt(event.clientX));
  });
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event.clientX);
    state.travelled = 0;
  });
  on('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return target.onPoint(momentAt(event.clientX));
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, event.clientX);
    state.travelled += Math.abs(event.clientX - before);
    if (other === undefined) {
      target.onWindow(
        moved(
          target.window(),
          ((before - event.clientX) / plot().width) * getLength(target.window()),
          target.bounds(),
        ),
      );
      if (event.pointerType === 'mouse') target.onPoint(momentAt(event.clientX));
      return;
    }
    // The time under the resting finger stays fixed.
    const [was, is] = [
      Math.max(12, Math.abs(before - other)),
      Math.max(12, Math.abs(event.clientX - other)),
    ];
    target.onWindow(zoomed(target.window(), was / is, momentAt(other), target.bounds()));
  });
  const release = (event: PointerEvent): void => {
    if (pointers.delete(event.pointerId) && state.travelled < TAP_PIXELS)
      target.onPress(momentAt(event.clientX));
  };
  on('pointerup', release);
  on('pointercancel', (event) => void pointers.delete(event.pointerId));
  on('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && pointers.size === 0) target.onPoint(null);
  });
  on('dblclick', () => target.onWhole());
  return () => gone.abort();
}
