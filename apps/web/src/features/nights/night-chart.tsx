import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type {
  NightNotice,
  NightTable,
  PictureStyle,
} from '../../live/chart/nights/night-message.ts';
import type { NightChart } from '../../live/chart/nights/night-host.ts';
import { nightPalette } from '../../live/chart/nights/night-palette.ts';
import type { NightPalette, NightSpec, TimeWindow } from '../../live/chart/nights/night-spec.ts';
import { getKeyAction, type MarkName } from './chart-keys.ts';
import { listenToGestures } from './chart-gestures.ts';
import css from './nights.module.css';
import { listenToSeenHeight } from './seen-height.ts';
import { useTimeline } from './timeline-context.ts';

export type ChartHandle = {
  readonly table: (rows: number) => Promise<NightTable>;
  readonly picture: (look: PictureStyle) => Promise<Blob>;
  /**
   * The time of the cursor: under the pointer, else where it was last placed by a click or keys.
   */
  readonly pointed: () => number | null;
};
export type NightChartCanvasProps = {
  readonly spec: Omit<NightSpec, 'palette'>;
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  readonly whole: TimeWindow;
  readonly marks: { readonly t1Ms: number | null; readonly t2Ms: number | null };
  readonly label: string;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onMark: (mark: MarkName | null, atMs: number) => void;
  readonly onErrorCode: (code: string | null) => void;
  readonly onReady: (handle: ChartHandle | null) => void;
};

/** The canvas of a night with its pointer and keyboard handling. */
export function NightChartCanvas({
  spec,
  window,
  bounds,
  whole,
  marks,
  label,
  onWindow,
  onMark,
  onErrorCode,
  onReady,
}: NightChartCanvasProps) {
  const { openChart } = useTimeline();
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<NightChart | null>(null);
  const pointed = useRef<number | null>(null);
  const pressed = useRef<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const palette = useNightPalette();
  const specNow = useEffectEvent((): NightSpec => ({ ...spec, palette }));
  const windowNow = useEffectEvent(() => window);
  const tellWindow = useEffectEvent((next: TimeWindow) => onWindow(next));
  const tellReady = useEffectEvent((handle: ChartHandle | null) => onReady(handle));
  const point = (atMs: number | null): void => {
    pointed.current = atMs;
    chart.current?.setCursors({ atMs, ...marks });
  };
  const settle = (atMs: number | null): void => {
    pressed.current = atMs;
    point(atMs);
  };
  const handPoints = useEffectEvent((atMs: number | null) => point(atMs ?? pressed.current));
  const handPresses = useEffectEvent((atMs: number) => settle(atMs));
  const onNotice = useEffectEvent((notice: NightNotice) => {
    if (notice.type === 'night-error') return onErrorCode(notice.code);
    if (notice.type === 'night-values')
      return document.activeElement === holder.current
        ? setSpoken(
            notice.values
              .flatMap((value, index) =>
                value === null ? [] : [`${spec.lanes[index]?.label ?? ''} ${value}`],
              )
              .join(', '),
          )
        : undefined;
    if (notice.type !== 'night-drawn' || holder.current === null) return;
    Object.assign(holder.current.dataset, {
      drawnFrom: String(notice.window.fromMs),
      drawnTo: String(notice.window.toMs),
      sharp: String(notice.sharp),
      streams: String(notice.streams),
      drawMs: notice.drawMs.toFixed(2),
    });
  });
  const boundsNow = useEffectEvent(() => bounds);
  const wholeNow = useEffectEvent(() => whole);

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.append(canvas);
    const opened = openChart({
      canvas,
      spec: specNow(),
      window: windowNow(),
      size: measureSize(element),
      onNotice: (notice) => onNotice(notice),
    });
    chart.current = opened;
    tellReady({ table: opened.table, picture: opened.picture, pointed: () => pointed.current });
    const observer = new ResizeObserver(() => opened.setSize(measureSize(element)));
    observer.observe(element);
    const stop = listenToGestures(element, {
      window: () => windowNow(),
      bounds: () => boundsNow(),
      onWindow: (next) => tellWindow(next),
      onPoint: (atMs) => handPoints(atMs),
      onPress: (atMs) => handPresses(atMs),
      onWhole: () => tellWindow(wholeNow()),
    });
    const unsee = listenToSeenHeight(element, (cssHeight) => opened.setSeen(cssHeight));
    return () => {
      stop();
      unsee();
      observer.disconnect();
      chart.current = null;
      tellReady(null);
      opened.close();
      canvas.remove();
    };
  }, [openChart]);
  useEffect(() => chart.current?.setSpec({ ...spec, palette }), [spec, palette]);
  useEffect(() => chart.current?.setWindow(window), [window]);
  useEffect(() => chart.current?.setCursors({ atMs: pointed.current, ...marks }), [marks]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = getKeyAction(event, {
      window,
      bounds,
      whole,
      cursorMs: pointed.current,
      hasMarks: marks.t1Ms !== null || marks.t2Ms !== null,
    });
    if (action === null) return;
    if (action.window !== undefined) onWindow(action.window);
    if (action.cursorMs !== undefined) settle(action.cursorMs);
    if (action.mark !== undefined) onMark(action.mark.name, action.mark.atMs);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <div
        ref={holder}
        className={css['chart']}
        role="application"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the cursor
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-night-chart=""
      />
      <output className="visually-hidden">{spoken}</output>
    </>
  );
}

const measureSize = (element: HTMLElement) => ({
  cssWidth: Math.max(1, element.clientWidth),
  cssHeight: Math.max(1, element.clientHeight),
  pixelRatio: globalThis.devicePixelRatio,
});

function useNightPalette(): NightPalette {
  const [palette, setPalette] = useState(nightPalette);
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(nightPalette()));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme'],
    });
    return () => observer.disconnect();
  }, []);
  return palette;
}
