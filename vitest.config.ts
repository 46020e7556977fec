import { defineConfig } from 'vitest/config';

/**
 * Everything that runs in Node. The web's tests, in Node and in the browser, have their own
 * configuration in apps/web.
 */
export default defineConfig({
  test: {
    // Only ends what hangs: real brokers, databases and processes share two cores.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // More than the cores: most of a test is waiting for a broker, a database or a process.
    maxWorkers: 3,
    // A worker keeps its loaded modules from file to file: no test changes a module, and loading
    // them again was a quarter of the run.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'units', include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'apps/{server,simulator,command}/src/**/*.test.ts',
            'e2e/{conformance,replay}/**/*.test.ts',
          ],
          // One PostgreSQL for the run; temporary-database.ts copies databases from its template.
          globalSetup: ['apps/server/src/testing/database-cluster.ts'],
          setupFiles: ['apps/server/src/testing/undeclared-problems.ts'],
        },
      },
    ],
  },
});
