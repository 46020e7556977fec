import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCaseTable } from './case-table.ts';
import { judgeCases } from './judge-cases.ts';
import { readReport, type TestResult } from './test-reports.ts';

const TABLE = `
| id | what | counted as | tests |
|---|---|---|---|
| T11 | forged responses | refused / let through | \`a.test.ts\` |
| T12 | cookies | | \`b.test.ts › flags\`, \`c.journey.ts\` |
| T13 | a full disk | | — |
`;
const aResult = (
  file: string,
  name: string,
  outcome: TestResult['outcome'] = 'passed',
): TestResult => ({ file, name, outcome });
const judge = (results: readonly TestResult[]): string[] =>
  judgeCases(readCaseTable(TABLE), results).map(({ status, summary }) => `${status}: ${summary}`);
const ALL_PASSED = [
  aResult('a.test.ts', 'x one'),
  aResult('a.test.ts', 'x two'),
  aResult('b.test.ts', 'cookie flags'),
  aResult('b.test.ts', 'else'),
  aResult('c.journey.ts', 'y'),
];

describe('readCaseTable', () => {
  it('parses the description, the labels and the tests of each case', () => {
    expect(readCaseTable(TABLE)).toEqual([
      {
        id: 'T11',
        description: 'forged responses',
        passedLabel: 'refused',
        failedLabel: 'let through',
        selectors: [{ file: 'a.test.ts', namePart: null }],
      },
      {
        id: 'T12',
        description: 'cookies',
        passedLabel: 'passed',
        failedLabel: 'failed',
        selectors: [
          { file: 'b.test.ts', namePart: 'flags' },
          { file: 'c.journey.ts', namePart: null },
        ],
      },
      {
        id: 'T13',
        description: 'a full disk',
        passedLabel: 'passed',
        failedLabel: 'failed',
        selectors: [],
      },
    ]);
  });

  it.each([
    ['| T11 | x | | |', 'T11 names no test'],
    ['| T11 | x | | some day |', 'T11 names no test'],
    [`${TABLE}| T11 | x | | — |`, 'T11 is in the table twice'],
  ])('rejects a row without tests and a repeated id: %s', (text, message) => {
    expect(() => readCaseTable(text)).toThrow(message);
  });
});

describe('judgeCases', () => {
  it('counts the selected tests of a case and no others', () => {
    expect(judge(ALL_PASSED)).toEqual([
      'passed: T11  2 refused, 0 let through',
      'passed: T12  2 passed, 0 failed',
      'untested: T13  no test yet: a full disk',
    ]);
  });

  it('fails a case if one of its tests failed', () => {
    expect(judge([...ALL_PASSED, aResult('a.test.ts', 'x three', 'failed')])[0]).toBe(
      'failed: T11  2 refused, 1 let through',
    );
  });

  it('fails a case if a file or a test that it names did not run', () => {
    expect(judge(ALL_PASSED.slice(2))[0]).toBe(
      'failed: T11  0 refused, 0 let through; no such test: a.test.ts',
    );
    expect(judge(ALL_PASSED.filter(({ name }) => name !== 'cookie flags'))[1]).toBe(
      'failed: T12  1 passed, 0 failed; no such test: b.test.ts › flags',
    );
    expect(
      judge([])
        .slice(0, 2)
        .every((line) => line.startsWith('failed')),
    ).toBe(true);
  });

  it('counts skipped tests, and passes no case by them alone', () => {
    const skipped = aResult('a.test.ts', 'x (skipped where it is not installed) y', 'skipped');
    expect(judge([skipped])[0]).toBe('skipped: T11  0 refused, 0 let through, 1 skipped');
    expect(judge([...ALL_PASSED, skipped])[0]).toBe(
      'passed: T11  2 refused, 0 let through, 1 skipped',
    );
  });

  it('fails a case if a test was skipped without a reason in its name', () => {
    expect(judge([...ALL_PASSED, aResult('a.test.ts', 'x', 'skipped')])[0]).toBe(
      'failed: T11  2 refused, 0 let through, 1 skipped, without a reason: x',
    );
  });
});

const VITEST = {
  numPassedTests: 1,
  testResults: [
    {
      name: '/home/yamori/apps/a.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'a list opens', title: 'opens' },
        { status: 'failed', fullName: 'a list closes' },
        { status: 'skipped', fullName: 'a list waits' },
      ],
    },
  ],
};
const PLAYWRIGHT = {
  config: { rootDir: '/home/yamori/e2e' },
  suites: [
    {
      title: 'c.journey.ts',
      file: 'c.journey.ts',
      specs: [{ title: 'one', file: 'c.journey.ts', tests: [{ status: 'expected' }] }],
      suites: [
        {
          title: 'inner',
          file: 'c.journey.ts',
          specs: [
            { title: 'two', file: 'c.journey.ts', tests: [{ status: 'expected' }] },
            {
              title: 'three',
              file: 'c.journey.ts',
              tests: [{ status: 'unexpected' }, { status: 'skipped' }],
            },
          ],
        },
      ],
    },
  ],
};

describe('readReport', () => {
  it('reads a report of Vitest, with paths from the root', () => {
    expect(readReport(JSON.stringify(VITEST), '/home/yamori')).toEqual([
      aResult('apps/a.test.ts', 'a list opens'),
      aResult('apps/a.test.ts', 'a list closes', 'failed'),
      aResult('apps/a.test.ts', 'a list waits', 'skipped'),
    ]);
  });

  it('reads a report of Playwright, including nested suites', () => {
    expect(readReport(JSON.stringify(PLAYWRIGHT), '/home/yamori')).toEqual([
      aResult('e2e/c.journey.ts', 'one'),
      aResult('e2e/c.journey.ts', 'inner two'),
      aResult('e2e/c.journey.ts', 'inner three', 'failed'),
      aResult('e2e/c.journey.ts', 'inner three', 'skipped'),
    ]);
  });

  it('rejects any other text', () => {
    for (const text of ['{}', '[]', 'null', '{"testResults": 1}'])
      expect(() => readReport(text, '/')).toThrow('neither');
  });
});

describe('the program tools/cases', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'yamori-cases-'));
    for (const folder of ['docs', join('.cache', 'test')])
      mkdirSync(join(root, folder), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const SPECIFICATION = '| R01 | a route | | `a.test.ts` |';
  const run = (
    table: string,
    report: object | null,
    specification = SPECIFICATION,
  ): { code: number; output: string } => {
    writeFileSync(join(root, 'docs', 'reliability-cases.md'), table);
    writeFileSync(join(root, 'docs', 'specification-coverage.md'), specification);
    if (report !== null)
      writeFileSync(join(root, '.cache', 'test', 'node.json'), JSON.stringify(report));
    try {
      return {
        code: 0,
        output: execFileSync(process.execPath, [join(import.meta.dirname, 'main.ts'), root], {
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      };
    } catch (error) {
      return {
        code: 1,
        output: error instanceof Error && 'stdout' in error ? String(error.stdout) : '',
      };
    }
  };
  const createReport = (status: string) => ({
    testResults: [{ name: join(root, 'a.test.ts'), assertionResults: [{ status, fullName: 'x' }] }],
  });
  const ROWS =
    '| T11 | forged | refused / let through | `a.test.ts` |\n| T13 | a full disk | | — |';

  it('prints a line for each case and exits with 0 if each passed or has no test yet', () => {
    const { code, output } = run(ROWS, createReport('passed'));
    expect([code, output.split('\n').slice(0, 2)]).toEqual([
      0,
      ['    T11  1 refused, 0 let through', '    T13  no test yet: a full disk'],
    ]);
    expect(output).toContain(
      'cases: 1 passed, 0 failed, 0 skipped, 1 without a test yet, from 1 tests in 1 reports',
    );
  });

  it('exits with 1 after a failed test, without reports and without cases', () => {
    expect(run(ROWS, null)).toMatchObject({
      code: 1,
      output: expect.stringContaining('BAD T11  0 refused, 0 let through; no such test: a.test.ts'),
    });
    expect(run(ROWS, createReport('failed'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('BAD T11  0 refused, 1 let through'),
    });
    expect(run('nothing', createReport('passed')).code).toBe(1);
    expect(run(ROWS, createReport('passed'), 'nothing').code).toBe(1);
    expect(run(ROWS, createReport('passed'), '| R01 | a route | | `gone.test.ts` |')).toMatchObject(
      {
        code: 1,
        output: expect.stringContaining('BAD R01  0 passed, 0 failed; no such test: gone.test.ts'),
      },
    );
  });
});
