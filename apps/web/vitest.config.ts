import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from '../../tools/run/browsers.mjs';

const executablePath = findBrowser();
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * The web's tests: pure ones in Node, those of components in a real browser (`*.browser.test.tsx`).
 */
export default defineConfig({
  plugins: [react({ compiler: true })],
  test: {
    // A worker keeps its page and its loaded modules from file to file: loading them again was a
    // third of the run.
    isolate: false,
    // Only ends what hangs: browsers share two cores with everything else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'web', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        // Found only when a picture is read: looked for in the middle of a run it would load React
        // a second time.
        optimizeDeps: { include: ['qr/decode.js'] },
        test: {
          name: 'web-browser',
          setupFiles: ['src/kit/testing/clean-page.ts'],
          include: ['src/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args, ...(executablePath === undefined ? {} : { executablePath }) },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1366, height: 768 } }],
          },
        },
      },
    ],
  },
});
