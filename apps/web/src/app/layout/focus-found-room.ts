/** So long a board may take to show what it was filtered to. */
const MOST_WAIT_MS = 3000;

/**
 * Puts the focus on the card of a room that was found, as soon as the board shows it and the search
 * has closed, which gives the focus back to where it came from first. Whoever presses something
 * else meanwhile keeps what they have.
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
  const timer = setTimeout(() => over.abort(), MOST_WAIT_MS);
  over.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const press of ['pointerdown', 'keydown'])
    globalThis.addEventListener(press, () => over.abort(), { signal: over.signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
}
