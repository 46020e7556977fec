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
 * Full screen for the whole page, if the browser supports it (most phones do not); the layout then
 * omits its frame. Not for a single element, because notifications and dialogs over the page would
 * be invisible.
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
