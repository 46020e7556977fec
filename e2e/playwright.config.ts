import { defineConfig } from '@playwright/test';
import { findBrowser } from '../tools/run/browsers.mjs';
import { CHROMIUM_ARGUMENTS } from './browser.ts';

const executablePath = findBrowser();
/** Set by ward-setup.ts before the processes that run the journeys read this. */
const address = process.env['YAMORI_ADDRESS'];

const REPLAY = 'replay.journey.ts';
/**
 * These take two minutes or more each, so they run first. Otherwise the last one would run alone at
 * the end.
 */
const LONG = [
  'accessibility',
  'federation',
  'levels',
  'nurse-call',
  'offline',
  'registration',
  'second-factor',
  'update',
  'xss',
].map((name) => `${name}.journey.ts`);

/** Journeys through the real product: server, database, simulated devices and browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  globalSetup: './ward-setup.ts',
  fullyParallel: false,
  // More workers than cores, because journeys mostly wait for pages.
  workers: 3,
  // Timeouts only end hanging journeys, because the server, the simulator and two browsers share
  // the machine.
  timeout: 1_800_000,
  expect: { timeout: 120_000 },
  // `replay` plays recordings in real time and mostly waits, so `npm test` runs it in parallel.
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
    // The first service worker fetches everything, as much work as the page itself, so only
    // journeys about it enable it.
    serviceWorkers: 'block',
    launchOptions: {
      args: CHROMIUM_ARGUMENTS,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
