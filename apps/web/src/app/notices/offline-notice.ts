import type { Toasts } from '../../kit/toast/toast-store.ts';
import type { ServerReachability } from '../boot/server-reachability.ts';

const ID = 'offline';

type OfflineWord = 'offline' | 'unreached';

/**
 * The notice of the specification, section 1: stays at the bottom while the browser is offline, and
 * while a page that was opened without an answer of the server still waits for one. A browser that
 * is reloaded offline often says that it is online.
 */
export function watchOffline(
  toasts: Toasts,
  page: Window,
  reach: ServerReachability,
  words: (word: OfflineWord) => string,
): () => void {
  const isOffline = { told: !page.navigator.onLine };
  const settle = (): void => {
    if (!isOffline.told && reach.answered()) {
      toasts.dismiss(ID);
      return;
    }
    const word = isOffline.told ? 'offline' : 'unreached';
    toasts.show({
      id: ID,
      type: 'negative',
      position: 'bottom',
      icon: 'wifiOff',
      message: () => words(word),
      timeoutMs: 0,
      closable: false,
    });
  };
  const tell = (offline: boolean) => (): void => {
    isOffline.told = offline;
    settle();
  };
  const [wentOff, cameBack] = [tell(true), tell(false)];
  page.addEventListener('offline', wentOff);
  page.addEventListener('online', cameBack);
  reach.onAnswered(settle);
  if (isOffline.told || !reach.answered()) settle();
  return () => {
    page.removeEventListener('offline', wentOff);
    page.removeEventListener('online', cameBack);
  };
}
