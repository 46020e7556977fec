/** Updates are looked for this often (specification, section 9). */
export const UPDATE_CHECK_MS = 24 * 60 * 60 * 1000;

export type UpdateWatch = {
  /** A new version waits; `take` lets it in. */
  readonly onWaiting: (take: () => void) => void;
  readonly reload: () => void;
  readonly every: (run: () => void, periodMs: number) => void;
};

/** Tells when a new version waits, and reloads once when it has taken over. */
export function watchForUpdates(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer, page: UpdateWatch): void {
  const hadController = container.controller !== null;
  let reloading = false;
  container.addEventListener('controllerchange', () => {
    // The very first worker takes nothing over: there was no older version on the page.
    if (!hadController || reloading) return;
    reloading = true;
    page.reload();
  });
  const offer = (waiting: ServiceWorker): void => page.onWaiting(() => waiting.postMessage('skip-waiting'));
  if (registration.waiting !== null && hadController) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && container.controller !== null) offer(coming);
    });
  });
  page.every(() => void registration.update(), UPDATE_CHECK_MS);
}
