import { useSyncExternalStore } from 'react';

export type FullScreen = {
  readonly isOn: boolean;
  readonly isPossible: boolean;
  readonly toggle: () => void;
};

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/**
 * The page on the whole screen, where the browser can (a telephone mostly cannot); the layout
 * leaves its frame away. Not an element of it: what is told over the page, and what is asked, would
 * not be seen.
 */
export function useFullScreen(): FullScreen {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    toggle() {
      // The browser may refuse (no gesture, a policy); then the page simply stays as it is.
      const change = isOn
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen();
      change?.catch(() => undefined);
    },
  };
}
