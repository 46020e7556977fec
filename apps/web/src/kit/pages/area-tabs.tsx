import { useLayoutEffect, useRef, type ReactNode } from 'react';
import css from './area-tabs.module.css';

/**
 * The pages of an area as links. On a narrow screen they go along sideways, and the one that is
 * open is brought to where it is seen.
 */
export function AreaTabs({
  label,
  address,
  children,
}: {
  readonly label: string;
  /** Of the page that is open. */
  readonly address: string;
  readonly children: ReactNode;
}) {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current="page"]') ?? null;
    if (strip.current === null || open === null) return;
    // Of the strip alone: the page below it stays where it is.
    strip.current.scrollLeft = open.offsetLeft - (strip.current.clientWidth - open.clientWidth) / 2;
  }, [address]);
  return (
    <nav ref={strip} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
