const NAME = '--banner-height';

/**
 * Exposes the height of the alarm banner to the page, so that transient notifications are placed
 * below it. A ref of the banner.
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
