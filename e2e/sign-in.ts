import type { Page } from '@playwright/test';

/** The password of the demo accounts, as on the sign-in page. */
export const DEMONSTRATION_PASSWORD = 'quiet-night-gecko';

/** Signs in through the API, for journeys about other things. */
export async function signIn(
  page: Page,
  address: string,
  email: string,
  password: string,
): Promise<void> {
  const reply = await page.request.post(`${address}/api/session/sign-in`, {
    data: { email, password },
    headers: { origin: address },
  });
  if (!reply.ok()) throw new Error(`sign-in of ${email} returned ${reply.status()}`);
}

/**
 * The window that an action opens. Awaited on the context, because the window drops its opener
 * immediately, sometimes before the browser has reported it.
 */
export async function windowOpenedBy(page: Page, press: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press()]);
  return opened;
}
