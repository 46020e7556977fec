import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChartHost } from './chart-context.tsx';
import type { AttachedView } from './chart-host.ts';
import {
  PALETTE_TOKENS,
  SCHEMES,
  type ChartPalette,
  type PaletteName,
  type ViewSize,
  type ViewSpec,
} from './chart-spec.ts';
import type { RulerPosition } from './engine/trace-view.ts';

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

/** The theme's colours on an element; read again when the theme changes. */
function readPalette(element: Element): ChartPalette {
  const style = getComputedStyle(element);
  const read = (name: PaletteName): string =>
    style.getPropertyValue(PALETTE_TOKENS[name]).trim() || style.color;
  const scheme = SCHEMES.find((name) => name === element.getAttribute('data-theme')) ?? 'dark';
  return {
    scheme,
    ground: read('ground'),
    paper: read('paper'),
    paperStrong: read('paperStrong'),
    line: read('line'),
    text: read('text'),
    text2: read('text2'),
    accent: read('accent'),
    warning: read('warning'),
    danger: read('danger'),
    technical: read('technical'),
    ecg: read('ecg'),
    respiration: read('respiration'),
    impedance: read('impedance'),
    axlX: read('axlX'),
    axlY: read('axlY'),
    axlZ: read('axlZ'),
    temperature: read('temperature'),
  };
}
