/** Interval between checks for updates (specification, section 9). */
export const UPDATE_CHECK_MS = 24 * 60 * 60 * 1000;
/** Timers stop while a computer sleeps, so the clock is checked more often. */
const CLOCK_CHECK_MS = 60 * 60 * 1000;

export type UpdateWatch = {
  /** A new version is waiting; `take` activates it. */
  readonly onWaiting: (take: () => void) => void;
  /** Another tab has activated the new version; this one still shows the old one. */
  readonly onTakenElsewhere: () => void;
  readonly reload: () => void;
  readonly now: () => number;
  readonly every: (run: () => void, periodMs: number) => void;
};

/** Reports a waiting version, and reloads once after this tab has activated it. */
export function watchForUpdates(
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  page: UpdateWatch,
): void {
  let hadController = container.controller !== null;
  let taken = false;
  let over = false;
  container.addEventListener('controllerchange', () => {
    // The first worker replaces no older version.
    if (!hadController || over) {
      hadController = true;
      return;
    }
    over = true;
    if (taken) page.reload();
    else page.onTakenElsewhere();
  });
  const offer = (waiting: ServiceWorker): void =>
    page.onWaiting(() => {
      taken = true;
      waiting.postMessage('skip-waiting');
    });
  if (registration.waiting !== null && hadController) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && container.controller !== null) offer(coming);
    });
  });
  container.controller?.postMessage('started');
  lookAgain(registration, page);
}

function lookAgain(registration: ServiceWorkerRegistration, page: UpdateWatch): void {
  let lookedAtMs = page.now();
  page.every(() => {
    if (page.now() - lookedAtMs < UPDATE_CHECK_MS) return;
    // Without a network the next check is an hour later.
    registration.update().then(
      () => {
        lookedAtMs = page.now();
      },
      () => undefined,
    );
  }, CLOCK_CHECK_MS);
}
