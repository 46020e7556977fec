import { useLayoutEffect, type RefObject } from 'react';

const GAP_PX = 8;

/**
 * Exposes the height of a permanent notice at an edge as `--notices-top` or `--notices-bottom`, so
 * that layouts keep it free and the notice covers no control. Measured from the edge of the window,
 * with a gap.
 */
export function useReservedSpace(
  place: RefObject<HTMLElement | null>,
  edge: 'top' | 'bottom',
  stays: boolean,
): void {
  useLayoutEffect(() => {
    const held = place.current;
    if (!stays || held === null) return;
    const page = document.documentElement;
    const name = `--notices-${edge}`;
    const measure = (): void => {
      const { top, bottom } = held.getBoundingClientRect();
      page.style.setProperty(
        name,
        `${Math.ceil(edge === 'top' ? bottom : globalThis.innerHeight - top) + GAP_PX}px`,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(held);
    globalThis.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('resize', measure);
      page.style.removeProperty(name);
    };
  }, [place, edge, stays]);
}
