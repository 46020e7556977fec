import { type RefObject, useSyncExternalStore } from 'react';

export type FullScreen = { readonly isOn: boolean; readonly isPossible: boolean; readonly toggle: () => void };

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows an element alone on the screen, where the browser can (a telephone mostly cannot). */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    toggle() {
      // The browser may refuse (no gesture, a policy); then the page simply stays as it is.
      const change = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
      change?.catch(() => undefined);
    },
  };
}
