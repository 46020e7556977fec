/** The board may take this long to show the filtered rooms. */
const FOCUS_TIMEOUT_MS = 3000;

/**
 * Focuses the card of a found room as soon as the board shows it and the search has closed. Before,
 * the closing search returns the focus to its previous element. A key or pointer press of the user
 * cancels the focusing of the card.
 */
export function focusFoundRoom(roomId: string): void {
  const over = new AbortController();
  const look = (): void => {
    const card = document.querySelector<HTMLElement>(`#page [data-room="${CSS.escape(roomId)}"]`);
    if (card === null || document.querySelector('[role="dialog"]') !== null) return;
    over.abort();
    card.focus();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => over.abort(), FOCUS_TIMEOUT_MS);
  over.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const press of ['pointerdown', 'keydown'])
    globalThis.addEventListener(press, () => over.abort(), { signal: over.signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
}
