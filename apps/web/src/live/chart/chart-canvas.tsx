import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChartHost } from './chart-context.tsx';
import type { AttachedView } from './chart-host.ts';
import type { ChartPalette, ViewSize, ViewSpec } from './chart-spec.ts';
import type { RulerPosition } from './engine/trace-view.ts';
import { readPalette } from './palette.ts';

type ChartCanvasProps = {
  /**
   * Builds the view for the theme's colours. Must be stable while nothing changes (the compiler
   * memoises it).
   */
  readonly view: (palette: ChartPalette) => ViewSpec;
  readonly className?: string | undefined;
  /** Describes the drawing to screen readers. */
  readonly label: string;
  readonly ruler?: RulerPosition | null;
  readonly onAttached?: (viewId: number | null) => void;
};

/**
 * A canvas that is transferred to the renderer. A canvas can be transferred only once, so every
 * mount creates a new one.
 */
export function ChartCanvas({
  view,
  className,
  label,
  ruler = null,
  onAttached,
}: ChartCanvasProps) {
  const host = useChartHost();
  const holder = useRef<HTMLDivElement>(null);
  const attached = useRef<AttachedView | null>(null);
  const palette = usePalette();
  const spec = JSON.stringify(view(palette));
  const specNow = useEffectEvent(() => view(palette));
  const tellAttached = useEffectEvent((viewId: number | null) => onAttached?.(viewId));

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    element.append(canvas);
    const handed = host.attach(canvas, specNow(), getSize(element));
    attached.current = handed;
    tellAttached(handed.viewId);
    const observer = new ResizeObserver(() => handed.resize(getSize(element)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      attached.current = null;
      tellAttached(null);
      handed.detach();
      canvas.remove();
    };
  }, [host]);
  useEffect(() => attached.current?.change(specNow()), [spec]);
  useEffect(() => attached.current?.ruler(ruler), [ruler]);

  useEffect(
    () => holder.current?.querySelector('canvas')?.setAttribute('aria-label', label),
    [host, label],
  );

  return <div ref={holder} className={className} data-chart-canvas="" />;
}

const getSize = (element: HTMLElement): ViewSize => ({
  cssWidth: Math.max(1, element.clientWidth),
  cssHeight: Math.max(1, element.clientHeight),
  pixelRatio: globalThis.devicePixelRatio,
});

/** The theme's colours, read again when the theme attribute changes. */
function usePalette(): ChartPalette {
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(readPalette(document.documentElement)));
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-theme'],
    });
    return () => observer.disconnect();
  }, []);
  return palette;
}
