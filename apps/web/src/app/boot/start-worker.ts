import type { i18n } from 'i18next';
import type { Notifications } from '../../ui/notifications/notification-store.ts';
import { registerServiceWorker } from './service-worker-registration.ts';

/** The service worker and its notice: stays at the top until the new version is let in. */
export function startWorker(view: Window, notifications: Notifications, translation: i18n): void {
  const { serviceWorker: container } = view.navigator;
  if (!import.meta.env.PROD || !('serviceWorker' in view.navigator)) return;
  const onWaiting = (take: () => void): void => {
    notifications.show({
      id: 'update', type: 'info', position: 'top', icon: 'refresh', timeoutMs: 0, closable: false,
      message: () => translation.t('update', { ns: 'frame' }),
      action: { label: () => translation.t('updateDo', { ns: 'frame' }), run: take },
    });
  };
  const page = { onWaiting, reload: () => view.location.reload(), every: (run: () => void, periodMs: number) => void view.setInterval(run, periodMs) };
  // oxlint-disable-next-line no-console -- working without a worker is fine; why there is none is for the console
  registerServiceWorker({ container, page }).catch((error: unknown) => console.warn('service worker not registered', error));
}
