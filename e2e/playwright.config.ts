import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/run/browsers.mjs';
import { CHROMIUM_ARGUMENTS } from './browser.ts';

const executablePath = findBrowser();
/** Set by ward-setup.ts before the processes that run the journeys read this. */
const address = process.env['YAMORI_ADDRESS'];

const REPLAY = 'replay.journey.ts';
/**
 * Two minutes and more each, so they begin first: one that began last ran on while the other
 * workers had nothing left.
 */
const LONG = [
  'answers',
  'barriers',
  'federation',
  'hostile-words',
  'offline',
  'registration',
  'second-factor',
  'update',
].map((name) => `${name}.journey.ts`);

/** Journeys through the real product: server, database, simulated devices and browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './ward-setup.ts',
  fullyParallel: false,
  // More than the cores: a journey mostly waits for what a page shows.
  workers: 3,
  // Only to end what hangs: server, simulator and two browsers share the machine.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  // `replay` plays recordings at their own speed and compares figures: `npm test` runs it after the
  // others, with the machine to itself.
  projects: [
    { name: 'long journeys', testMatch: LONG },
    { name: 'journeys', testIgnore: [...LONG, REPLAY] },
    { name: 'replay', testMatch: REPLAY },
  ],
  reporter: 'list',
  use: {
    ...(address === undefined ? {} : { baseURL: address }),
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1366, height: 768 },
    // A new browser fetches everything for its worker, as much work as the page itself: journeys
    // about the worker say that they need it.
    serviceWorkers: 'block',
    launchOptions: {
      args: CHROMIUM_ARGUMENTS,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
