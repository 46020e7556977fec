import type { LiveServices } from './live-services.ts';

/**
 * Holds the live services while they are used: opened for the first subscriber, closed after the
 * last.
 */
type LiveGate = {
  readonly current: () => LiveServices | null;
  readonly subscribe: (listener: () => void) => () => void;
};

export function createLazyLiveClient(open: () => LiveServices): LiveGate {
  const listeners = new Set<() => void>();
  let parts: LiveServices | null = null;
  return {
    current: () => parts,
    subscribe(listener) {
      listeners.add(listener);
      if (parts === null) {
        parts = open();
        listener();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        parts?.close();
        parts = null;
      };
    },
  };
}
