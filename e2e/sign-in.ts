import type { Page } from '@playwright/test';

/** The password of the demonstration's accounts, as its sign-in page shows it. */
export const DEMONSTRATION_PASSWORD = 'quiet-night-gecko';

/** Signs in past the page, for journeys about something else. */
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
  if (!reply.ok()) throw new Error(`sign-in of ${email} was answered by ${reply.status()}`);
}

/**
 * The window that a press opens. Waited for as any page of the browser: it lets go of its opener at
 * once, sometimes before the browser has told who that was.
 */
export async function windowOpenedBy(page: Page, press: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press()]);
  return opened;
}
