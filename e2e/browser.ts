import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../tools/run/browsers.mjs';

/** Only the page itself may use the network. The browser's sandbox does not work for root. */
export const CHROMIUM_ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    args: [...CHROMIUM_ARGUMENTS, ...args],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

/** For `test.afterEach`. Pages that a journey leaves open would run until the last journey ends. */
export async function closeContexts({ browser }: { readonly browser: Browser }): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}
