import { existsSync } from 'node:fs';

/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const BROWSERS = {
  linux: [
    // The same engine without windows: the tests wait a third less for it.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
    // On Ubuntu only a script that points to the snap.
    '/usr/bin/chromium-browser',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};

/**
 * Path of the browser for tests, benchmarks and screenshots; undefined if there is none.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export const findBrowser = (environment = process.env) =>
  [environment.YAMORI_BROWSER, ...(BROWSERS[process.platform] ?? [])].find(
    (path) => path && existsSync(path),
  );
