import { defineConfig } from 'vitest/config';

/** Everything that runs in Node. The web's tests, those of components and the pure ones, have their own configuration in apps/web. */
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/{server,simulator,command}/src/**/*.test.ts',
      'e2e/conformance/**/*.test.ts',
      'e2e/replay/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    // One PostgreSQL for the run; apps/server/src/testing/temporary-database.ts copies databases from it.
    globalSetup: ['apps/server/src/testing/database-cluster.ts'],
    // Only to end what hangs: real brokers, databases and processes share two cores, and none of the tests measures them by it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    fileParallelism: true,
    // More than the cores: most of a test is waiting for a broker, a database or a process.
    maxWorkers: 3,
    // A worker keeps what it has loaded from file to file: no test changes a module, and loading them anew was a quarter of the run.
    isolate: false,
    // Brokers, databases and browsers share two cores in `npm test`: what starved is tried once more, and the report names it.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
