/** A press is over by then, or it is held down for so long that nobody waits for its end. */
const LONGEST_PRESS_MS = 400;

/**
 * Runs now, or when the press of a pointer that is under way is over. What a field shows when it is
 * left may move the button that is just being pressed, and the click would miss it.
 */
export function afterPress(page: Document, run: () => void): void {
  if (page.querySelector(':active') === null) return run();
  const over = new AbortController();
  const finish = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    // After the click, which follows in the same turn.
    setTimeout(run);
  };
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, finish, { signal: over.signal, capture: true });
  setTimeout(finish, LONGEST_PRESS_MS);
}
