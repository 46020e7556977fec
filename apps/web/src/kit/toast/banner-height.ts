const NAME = '--banner-height';

/**
 * Tells the page how high the banner of alarms is now, so that a message that passes stands below
 * it and not over it. A ref of the banner's place.
 */
export function tellBannerHeight(place: HTMLElement | null): (() => void) | undefined {
  if (place === null) return undefined;
  const page = document.documentElement;
  const observer = new ResizeObserver(() =>
    page.style.setProperty(NAME, `${place.offsetHeight}px`),
  );
  observer.observe(place);
  return () => {
    observer.disconnect();
    page.style.removeProperty(NAME);
  };
}
