import { watchForUpdates, type UpdateWatch } from './update-watch.ts';

/**
 * Registers the service worker and watches for updates. Without one the application works online
 * only.
 */
export function startWorker(
  view: Window,
  notice: Pick<UpdateWatch, 'onWaiting' | 'onTakenElsewhere'>,
): void {
  const { serviceWorker: container } = view.navigator;
  if (!import.meta.env.PROD || !('serviceWorker' in view.navigator)) return;
  const every = (run: () => void, periodMs: number): void => {
    view.setInterval(run, periodMs);
    view.document.addEventListener('visibilitychange', run);
  };
  const page: UpdateWatch = {
    ...notice,
    reload: () => view.location.reload(),
    now: () => Date.now(),
    every,
  };
  container
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => watchForUpdates(registration, container, page))
    .catch((error: unknown) =>
      /*
        oxlint-disable-next-line no-console
        -- working without a worker is fine; why there is none is for the console
      */
      console.warn('service worker not registered', error),
    );
}
