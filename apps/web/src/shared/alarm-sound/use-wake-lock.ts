import { useEffect } from 'react';
import { useSoundState } from './alarm-context.tsx';

/**
 * Keeps the screen awake while an alarm can sound in this browser: a sleeping device stays silent.
 * A window whose sound is blocked does so too, because another window may sound. The browser
 * releases the lock of a hidden page, so it is requested again when the page is shown.
 */
export function useWakeLock(): void {
  const canSound = useSoundState().kind !== 'off';
  useEffect(() => {
    // Absent without HTTPS and in older browsers.
    if (!canSound || !('wakeLock' in navigator)) return undefined;
    let held: Promise<WakeLockSentinel | null> | null = null;
    const request = (): void => {
      if (document.visibilityState !== 'visible') return;
      // Refused on low battery: the device then sleeps as it always did.
      held = navigator.wakeLock.request('screen').catch(() => null);
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void held?.then(async (lock) => lock?.release());
    };
  }, [canSound]);
}
