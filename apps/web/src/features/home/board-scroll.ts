import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type RefObject } from 'react';

/** Rows kept beyond what is seen, so that a quick wheel shows no holes. */
const OVERSCAN_ROWS = 4;

type BoardScroll = { readonly scroller: RefObject<HTMLDivElement | null>; readonly count: number; readonly columns: number; readonly rowHeight: number };

/** Rows of a board that are drawn: only those seen, placed by transform, so that the page never shifts. */
export function useBoardScroll({ scroller, count, columns, rowHeight }: BoardScroll) {
  'use no memo';
  // oxlint-disable-next-line react/incompatible-library -- the directive above leaves this hook and its callers uncompiled
  return useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
  });
}

/** How many columns of at least a width fit; 1 until it is measured. */
export function useColumns(scroller: RefObject<HTMLDivElement | null>, leastWidth: number, gap: number, padding: number): number {
  const [columns, setColumns] = useState(1);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth - 2 * padding;
      setColumns(Math.max(1, Math.floor((width + gap) / (leastWidth + gap))));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, leastWidth, gap, padding]);
  return columns;
}
