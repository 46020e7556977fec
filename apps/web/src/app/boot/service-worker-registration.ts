import { watchForUpdates, type UpdateWatch } from './update-watch.ts';

type Registered = { readonly container: ServiceWorkerContainer; readonly page: UpdateWatch };

/** Registers the worker at the site's root. A browser without workers simply works online only. */
export async function registerServiceWorker({ container, page }: Registered): Promise<void> {
  const registration = await container.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  watchForUpdates(registration, container, page);
}
