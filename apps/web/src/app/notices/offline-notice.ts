import type { Notifications } from '../../ui/notifications/notification-store.ts';

const ID = 'offline';

/** The notice of the specification, section 1: stays at the bottom while the browser is offline. */
export function watchOffline(notifications: Notifications, page: Window, words: () => string): () => void {
  const show = (): void => {
    notifications.show({ id: ID, type: 'negative', position: 'bottom', icon: 'wifiOff', message: words, timeoutMs: 0, closable: false });
  };
  const clear = (): void => notifications.dismiss(ID);
  page.addEventListener('offline', show);
  page.addEventListener('online', clear);
  if (!page.navigator.onLine) show();
  return () => {
    page.removeEventListener('offline', show);
    page.removeEventListener('online', clear);
  };
}
