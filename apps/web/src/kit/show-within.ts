/**
 * Brings a place of a box that scrolls to where it is seen, and moves the box alone:
 * `scrollIntoView` of the browser would also move where the next Tab begins, past the link that
 * leads to the page's content.
 * @param across of the horizontal: no further than needed, or to the middle
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
