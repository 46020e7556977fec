const FOCUSABLE =
  "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable='true']";

/** What the Tab key reaches inside an element, in the order of the page. */
const focusablesIn = (place: HTMLElement): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled') &&
      one.checkVisibility({ visibilityProperty: true }) &&
      one.closest('[inert]') === null,
  );

/**
 * The initial focus of an element: `data-autofocus`, else its first field, else its last button.
 */
export function firstFocus(place: HTMLElement): HTMLElement {
  const all = focusablesIn(place);
  return (
    all.find((one) => one.closest('[data-autofocus]') !== null) ??
    all.find((one) => one.matches('input, select, textarea')) ??
    all.at(-1) ??
    place
  );
}

/** Moves the focus from the last element to the first and back. True if it did. */
export function stepAround(place: HTMLElement, backwards: boolean): boolean {
  const all = focusablesIn(place);
  const [first, last] = [all[0] ?? place, all.at(-1) ?? place];
  const at = place.ownerDocument.activeElement;
  if (at !== (backwards ? first : last) && at !== place) return false;
  (backwards ? last : first).focus();
  return true;
}

/**
 * Gives the focus to `place` when the element that had it is removed: keys would reach nothing.
 *
 * @returns stops watching
 */
export function catchLostFocus(place: HTMLElement): () => void {
  const watching = new MutationObserver(() => {
    if (document.activeElement === document.body && place.closest('[inert]') === null)
      place.focus({ preventScroll: true });
  });
  watching.observe(place, { childList: true, subtree: true });
  return () => watching.disconnect();
}
