import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** Debian's browser where it is, else the one that the test set-up has put into CHROMIUM. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM'] ??
  process.env['YAMORI_BROWSER'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** Nothing but the page itself may speak to the network; the browser's own sandbox does not work for root. */
export const CHROMIUM_ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    args: CHROMIUM_ARGUMENTS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}
