import { useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './area-tabs.module.css';

/**
 * The pages of an area as links. On a narrow screen they scroll horizontally, and the open one is
 * scrolled into view.
 */
export function AreaTabs({
  label,
  address,
  children,
}: {
  readonly label: string;
  /** Id of the open page. */
  readonly address: string;
  readonly children: ReactNode;
}) {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current="page"]') ?? null;
    if (strip.current === null || open === null) return;
    // Scrolls the strip only, not the page.
    strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.clientWidth) / 2;
  }, [address]);
  return (
    <nav ref={strip} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
