import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** The browser that the set-up has put into CHROMIUM, else the person's choice or Debian's. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM'] ??
  process.env['YAMORI_BROWSER'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/**
 * Nothing but the page itself may speak to the network; the browser's own sandbox does not work for
 * root.
 */
export const CHROMIUM_ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    args: [...CHROMIUM_ARGUMENTS, ...args],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

/** For `test.afterEach`: pages that a journey leaves open run until the last journey ends. */
export async function closeContexts({ browser }: { readonly browser: Browser }): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}
