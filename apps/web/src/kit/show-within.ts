/**
 * Scrolls an element into view within its scroll container only. `scrollIntoView` would also move
 * the starting point of the Tab key past the skip link. @param across horizontal alignment: as
 * little as needed, or centred
 */
export function showWithin(
  box: HTMLElement | null,
  selector: string,
  across: 'nearest' | 'centre' = 'nearest',
): void {
  const place = box?.querySelector(selector)?.getBoundingClientRect();
  if (box === null || place === undefined) return;
  const seen = box.getBoundingClientRect();
  box.scrollTop += Math.min(0, place.top - seen.top) + Math.max(0, place.bottom - seen.bottom);
  box.scrollLeft +=
    across === 'centre'
      ? (place.left + place.right - seen.left - seen.right) / 2
      : Math.min(0, place.left - seen.left) + Math.max(0, place.right - seen.right);
}
