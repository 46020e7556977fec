import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BENCHMARKS } from './benchmarks.mjs';

it('the list of benchmarks describes every file of the folder bench', () => {
  const files = readdirSync(join(import.meta.dirname, '..', '..', 'bench'));
  expect(Object.keys(BENCHMARKS).toSorted()).toEqual(
    files
      .filter((file) => file.endsWith('.bench.ts'))
      .map((file) => file.replace('.bench.ts', ''))
      .toSorted(),
  );
});
