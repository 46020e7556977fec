import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCounts } from './test-results.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

function getCounts(report: object) {
  const folder = mkdtempSync(join(tmpdir(), 'yamori-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return readCounts({ name: 'tests', report: file }, 1);
}

it('the failures of Vitest include each failed test with its reason, and files that failed to load', () => {
  const counts = getCounts({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'two',
            failureMessages: [
              '\u001b[31mexpected 1 to be 2\u001b[39m\n\n    at a.test.ts:3:1\n    at /node_modules/x.js:1',
            ],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      'a.test.ts: two\n      expected 1 to be 2\n          at a.test.ts:3:1',
      'b.test.ts\n      no such module',
    ],
  });
});

it('a run that failed without a failed test is named', () => {
  const counts = getCounts({ numPassedTests: 1, numFailedTests: 0, testResults: [] });
  expect(counts).toEqual({
    passed: 1,
    failed: 1,
    failures: ['tests: exit code 1'],
  });
});

it('the failures of Playwright include each failed test with its reason', () => {
  const counts = getCounts({
    stats: { expected: 4, unexpected: 1 },
    errors: [],
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              { ok: true, file: 'a.journey.ts', title: 'one', tests: [] },
              {
                ok: false,
                file: 'a.journey.ts',
                title: 'two',
                tests: [{ results: [{ error: { message: 'it did not appear' } }] }],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(counts).toEqual({
    passed: 4,
    failed: 1,
    failures: ['e2e/a.journey.ts: two\n      it did not appear'],
  });
});

it('the failures of Playwright include those outside tests, such as in the global setup', () => {
  const counts = getCounts({
    stats: { expected: 0, unexpected: 0 },
    errors: [
      { message: 'Error: no server', location: { file: `${ROOT}/e2e/ward-setup.ts`, line: 7 } },
      { message: 'No tests found' },
    ],
    suites: [],
  });
  expect(counts).toEqual({
    passed: 0,
    failed: 1,
    failures: ['e2e/ward-setup.ts\n      Error: no server', 'playwright\n      No tests found'],
  });
});
