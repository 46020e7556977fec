import { createListeners } from '../../listeners.ts';

/** Shorter operations show no overlay, to avoid a flash. */
export const LOADING_DELAY_MS = 150;

type LoadingState = { readonly kind: 'idle' } | { readonly kind: 'shown'; readonly words: string };

export type Loading = {
  /** Starts an operation; the returned function ends it and is idempotent. */
  readonly begin: (words: string) => () => void;
  /** Covers the page until the work settles. */
  readonly during: <Result>(work: Promise<Result>, words: string) => Promise<Result>;
  readonly current: () => LoadingState;
  readonly subscribe: (listener: () => void) => () => void;
};

type After = (run: () => void, delayMs: number) => () => void;

const browserTimer: After = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

const IDLE: LoadingState = { kind: 'idle' };

/**
 * Counts running operations: the overlay hides when the last one ends, and shows the text of the
 * newest.
 */
export function createLoading(after: After = browserTimer): Loading {
  const listeners = createListeners();
  let state: LoadingState = IDLE;
  let running: readonly { readonly words: string }[] = [];
  let stopWaiting: (() => void) | null = null;
  const put = (next: LoadingState): void => {
    state = next;
    listeners.notify();
  };
  const shownNow = (): LoadingState => {
    const last = running.at(-1);
    return last === undefined ? IDLE : { kind: 'shown', words: last.words };
  };
  const end = (work: { readonly words: string }): void => {
    if (!running.includes(work)) return;
    running = running.filter((other) => other !== work);
    if (running.length > 0) return state.kind === 'shown' ? put(shownNow()) : undefined;
    stopWaiting?.();
    stopWaiting = null;
    if (state.kind === 'shown') put(IDLE);
  };
  const begin = (words: string): (() => void) => {
    const work = { words };
    running = [...running, work];
    if (state.kind === 'shown') put(shownNow());
    else stopWaiting ??= after(() => put(shownNow()), LOADING_DELAY_MS);
    return () => end(work);
  };
  return {
    begin,
    async during(work, words) {
      const over = begin(words);
      try {
        return await work;
      } finally {
        over();
      }
    },
    current: () => state,
    subscribe: listeners.subscribe,
  };
}
