import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { usePrinting } from '../use-printing.ts';

/** Rows rendered outside the viewport, so that fast scrolling shows no gaps. */
const OVERSCAN_ROWS = 4;

/** A next page is requested while fewer rows follow the rendered ones. */
const ROWS_AHEAD = 3;

type ListScrollOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly columns: number;
  readonly rowHeight: number | ((row: number) => number);
  readonly rowsAhead?: number;
  /** Called when the user scrolls near the end. */
  readonly onNearEnd?: () => void;
};

type ListScroll = {
  /** The rendered rows with their positions in CSS pixels. */
  readonly rows: readonly VirtualItem[];
  readonly height: number;
  readonly isScrolling: boolean;
  /** Scrolls to the item, which renders it, and focuses its element with this `data-index`. */
  readonly focusItem: (index: number) => void;
};

/**
 * Virtual rows of a list: only visible ones are rendered, positioned by transform to avoid layout
 * shifts. Pass a new height function when heights change.
 */
export function useListScroll({
  scroller,
  count,
  columns,
  rowHeight,
  rowsAhead = ROWS_AHEAD,
  onNearEnd,
}: ListScrollOptions): ListScroll {
  'use no memo';
  const printing = usePrinting();
  /*
    oxlint-disable-next-line react/incompatible-library
    -- the directive above leaves this hook and its callers uncompiled
  */
  const virtual = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (typeof rowHeight === 'number' ? rowHeight : rowHeight(row)),
    overscan: printing ? count : OVERSCAN_ROWS,
  });
  // It would otherwise cache the first heights.
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const rows = virtual.getVirtualItems();
  const lastRow = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if ((lastRow + rowsAhead) * columns >= count) onNearEnd?.();
  }, [lastRow, rowsAhead, columns, count, onNearEnd]);
  return {
    rows,
    height: virtual.getTotalSize(),
    isScrolling: virtual.isScrolling,
    focusItem(index) {
      virtual.scrollToIndex(Math.floor(index / columns));
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
      );
    },
  };
}

/** Inner size of a scroller without its padding, in CSS pixels; zero until it is measured. */
export function useInnerSize(scroller: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { paddingLeft, paddingRight, paddingBottom } = getComputedStyle(element);
      const width =
        element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const height = element.clientHeight - Number.parseFloat(paddingBottom);
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

/** A smaller overflow is only padding. */
const NOTHING_ASIDE_PX = 16;

/** Whether content is hidden beyond the right edge of a scroller. */
export function useMoreAside(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [isMore, setIsMore] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void =>
      setIsMore(element.scrollWidth - element.clientWidth - element.scrollLeft > NOTHING_ASIDE_PX);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return isMore;
}
