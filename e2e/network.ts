import type { BrowserContext } from '@playwright/test';

/**
 * Tells the browser once more that it is offline. It forgets it for a page that is loaded anew
 * under a service worker: the page's process is another one, and what the rig said was said to the
 * one before.
 */
export async function sayOfflineAgain(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.setOffline(true);
}
