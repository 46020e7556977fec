import { defineConfig } from '@playwright/test';
import { chromiumPath, CHROMIUM_ARGUMENTS } from './browser.ts';

const executablePath = chromiumPath();
/** Set by ward-setup.ts before the processes that run the journeys read this. */
const address = process.env['YAMORI_ADDRESS'];

/** Journeys through the real product: server, database, simulated devices and browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './ward-setup.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  // Server, simulator and two browsers share the machine: a journey that starved is tried once more, and the report says so.
  retries: process.env['CI'] === undefined ? 0 : 1,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...(address === undefined ? {} : { baseURL: address }),
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1366, height: 768 },
    launchOptions: { args: CHROMIUM_ARGUMENTS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
