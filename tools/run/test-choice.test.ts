import { describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { testsNamed } from './test-choice.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('tests chosen by words of their path', () => {
  it('stand at the stage that runs them', () => {
    expect(
      testsNamed(ROOT, ['features/reports/reports.test', 'keys-only', 'report.browser']),
    ).toEqual({
      node: ['apps/server/src/features/reports/reports.test.ts'],
      web: ['apps/web/src/features/report/report.browser.test.tsx'],
      journeys: ['e2e/keys-only.journey.ts'],
    });
  });

  it('are none where no path holds the words, and never what is built or installed', () => {
    expect(testsNamed(ROOT, ['no-such-thing'])).toEqual({ node: [], web: [], journeys: [] });
    expect(
      Object.values(testsNamed(ROOT, ['.']))
        .flat()
        .filter((path) => /node_modules|\/build\//.test(path)),
    ).toEqual([]);
  });
});
