import type { BrowserContext } from '@playwright/test';

/**
 * Repeats the offline setting. The browser forgets it for a page that reloads under a service
 * worker, because the page then has another process.
 */
export async function sayOfflineAgain(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.setOffline(true);
}
