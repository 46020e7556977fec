import { createContext, use, useEffect, useState } from 'react';

/** Whether a list is scrolling, without rerendering its rows. */
export class ScrollRest {
  #moving = false;
  readonly #waiting = new Set<() => void>();

  tell(moving: boolean): void {
    this.#moving = moving;
    if (moving) return;
    const rested = [...this.#waiting];
    this.#waiting.clear();
    for (const listener of rested) listener();
  }

  /**
   * Calls back once: immediately when the list is at rest, else as soon as it is. @returns a
   * function that cancels this
   */
  whenResting(listener: () => void): () => void {
    if (this.#moving) this.#waiting.add(listener);
    else listener();
    return () => this.#waiting.delete(listener);
  }
}

export const ScrollRestContext = createContext(new ScrollRest());

/** Tracks whether the list is at rest; `isScrolling` comes from its scroller. */
export function useScrollRest(isScrolling: boolean): ScrollRest {
  const [rest] = useState(() => new ScrollRest());
  useEffect(() => rest.tell(isScrolling), [rest, isScrolling]);
  return rest;
}

/**
 * Keeps a row from loading data while it scrolls past: true once it has been visible for a while in
 * a list at rest.
 */
export function useSeen(afterMs: number): boolean {
  const rest = use(ScrollRestContext);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = rest.whenResting(() => setSeen(true));
    }, afterMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [rest, afterMs]);
  return seen;
}
