/** The scrolling ancestor of an element, else the page. */
const findScroller = (element: HTMLElement): HTMLElement | null => {
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  return null;
};

/**
 * Reports the height of an element, from its top, that is above the lower edge of its scrolling
 * ancestor; null for all of it. Reports again on every change. @returns a function that stops it
 */
export function listenToSeenHeight(
  element: HTMLElement,
  tell: (cssHeight: number | null) => void,
): () => void {
  const gone = new AbortController();
  const scroller = findScroller(element);
  const reported: { last: number | null } = { last: null };
  const report = (): void => {
    const { top, height } = element.getBoundingClientRect();
    const edge =
      scroller === null ? globalThis.innerHeight : scroller.getBoundingClientRect().bottom;
    const seen = edge - top >= height ? null : Math.max(0, Math.round(edge - top));
    if (seen === reported.last) return;
    reported.last = seen;
    tell(seen);
  };
  const observer = new ResizeObserver(report);
  observer.observe(element);
  // Elements above it can push it down.
  for (const each of [scroller, ...(scroller?.children ?? [])])
    if (each !== null) observer.observe(each);
  (scroller ?? document).addEventListener('scroll', report, { passive: true, signal: gone.signal });
  globalThis.addEventListener('resize', report, { signal: gone.signal });
  report();
  return () => {
    gone.abort();
    observer.disconnect();
  };
}
