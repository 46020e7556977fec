import { expect, it } from 'vitest';
import { openTemporaryDatabase } from '../../../apps/server/src/testing/temporary-database.ts';
import { runLiveOracle } from './live-oracle.ts';

it.each([1])(
  'every live list equals a fresh read after cut connections, cut backlogs, and servers that were stopped, killed and frozen (T33, seed %i)',
  async (seed) => {
    const temporary = await openTemporaryDatabase();
    try {
      const result = await runLiveOracle({
        seed,
        databaseUrl: temporary.url,
        faults: ['SIGTERM', 'freeze', 'SIGKILL'],
        writesPerFault: 150,
      });
      process.stdout.write(`live oracle, seed ${seed}: ${JSON.stringify(result)}\n`);
      expect(result.faults).toEqual([]);
      expect(result.lists).toBe(100);
      expect(result.cutsBehindParts).toBeGreaterThan(0);
    } finally {
      await temporary.drop();
    }
  },
);
