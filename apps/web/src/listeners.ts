/** Those who want to hear that something changed. */
type Listeners = {
  /** @returns how to hear no more */
  readonly subscribe: (listener: () => void) => () => void;
  readonly tell: () => void;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => listeners.forEach((listener) => listener()),
  };
}
