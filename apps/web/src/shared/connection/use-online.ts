import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener('online', listener);
  globalThis.addEventListener('offline', listener);
  return () => {
    globalThis.removeEventListener('online', listener);
    globalThis.removeEventListener('offline', listener);
  };
}

/** Whether the browser has a network at all; whether the server answers is the link's to say. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
