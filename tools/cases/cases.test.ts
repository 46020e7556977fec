import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCaseTable } from './case-table.ts';
import { judgeCases } from './judge-cases.ts';
import { readReport, type RanTest } from './test-reports.ts';

const TABLE = `
| id | what | counted as | tests |
|---|---|---|---|
| T11 | forged responses | refused / let through | \`a.test.ts\` |
| T12 | cookies | | \`b.test.ts › flags\`, \`c.journey.ts\` |
| T13 | a full disk | | — |
`;
const test = (file: string, name: string, outcome: RanTest['outcome'] = 'passed'): RanTest => ({
  file,
  name,
  outcome,
});
const linesOf = (tests: readonly RanTest[]): string[] =>
  judgeCases(readCaseTable(TABLE), tests).map(({ kind, line }) => `${kind}: ${line}`);
const ALL = [
  test('a.test.ts', 'x one'),
  test('a.test.ts', 'x two'),
  test('b.test.ts', 'cookie flags'),
  test('b.test.ts', 'else'),
  test('c.journey.ts', 'y'),
];

describe('the table of cases', () => {
  it('says what each case is, how it is counted and which tests show it', () => {
    expect(readCaseTable(TABLE)).toEqual([
      {
        id: 'T11',
        what: 'forged responses',
        good: 'refused',
        bad: 'let through',
        tests: [{ file: 'a.test.ts', words: null }],
      },
      {
        id: 'T12',
        what: 'cookies',
        good: 'passed',
        bad: 'failed',
        tests: [
          { file: 'b.test.ts', words: 'flags' },
          { file: 'c.journey.ts', words: null },
        ],
      },
      { id: 'T13', what: 'a full disk', good: 'passed', bad: 'failed', tests: [] },
    ]);
  });

  it.each([
    ['| T11 | x | | |', 'T11 names no test'],
    ['| T11 | x | | some day |', 'T11 names no test'],
    [`${TABLE}| T11 | x | | — |`, 'T11 stands twice'],
  ])('is refused where a line says too little or too much: %s', (text, words) => {
    expect(() => readCaseTable(text)).toThrow(words);
  });
});

describe('a case', () => {
  it('is shown by all that were chosen for it, and by no others', () => {
    expect(linesOf(ALL)).toEqual([
      'shown: T11  2 refused, 0 let through',
      'shown: T12  2 passed, 0 failed',
      'untested: T13  no test yet: a full disk',
    ]);
  });

  it('is broken by one that failed', () => {
    expect(linesOf([...ALL, test('a.test.ts', 'x three', 'failed')])[0]).toBe(
      'broken: T11  2 refused, 1 let through',
    );
  });

  it('is broken by a file or a name that the run does not know, and by a run without any test', () => {
    expect(linesOf(ALL.slice(2))[0]).toBe(
      'broken: T11  0 refused, 0 let through; no such test: a.test.ts',
    );
    expect(linesOf(ALL.filter(({ name }) => name !== 'cookie flags'))[1]).toBe(
      'broken: T12  1 passed, 0 failed; no such test: b.test.ts › flags',
    );
    expect(
      linesOf([])
        .slice(0, 2)
        .every((line) => line.startsWith('broken')),
    ).toBe(true);
  });

  it('says what was left out, and is not shown by that alone', () => {
    const left = test('a.test.ts', 'x (skipped where it is not installed) y', 'leftOut');
    expect(linesOf([left])[0]).toBe('leftOut: T11  0 refused, 0 let through, 1 left out');
    expect(linesOf([...ALL, left])[0]).toBe('shown: T11  2 refused, 0 let through, 1 left out');
  });

  it('is broken by a test that is left out and does not say why', () => {
    expect(linesOf([...ALL, test('a.test.ts', 'x', 'leftOut')])[0]).toBe(
      'broken: T11  2 refused, 0 let through, 1 left out, without a reason: x',
    );
  });
});

const VITEST = {
  numPassedTests: 1,
  testResults: [
    {
      name: '/home/ward/apps/a.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'a door opens', title: 'opens' },
        { status: 'failed', fullName: 'a door shuts' },
        { status: 'skipped', fullName: 'a door waits' },
      ],
    },
  ],
};
const PLAYWRIGHT = {
  config: { rootDir: '/home/ward/e2e' },
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

describe('a report', () => {
  it('of Vitest gives its tests, by their files from the root', () => {
    expect(readReport(JSON.stringify(VITEST), '/home/ward')).toEqual([
      test('apps/a.test.ts', 'a door opens'),
      test('apps/a.test.ts', 'a door shuts', 'failed'),
      test('apps/a.test.ts', 'a door waits', 'leftOut'),
    ]);
  });

  it('of Playwright gives its tests, of the suites within suites too', () => {
    expect(readReport(JSON.stringify(PLAYWRIGHT), '/home/ward')).toEqual([
      test('e2e/c.journey.ts', 'one'),
      test('e2e/c.journey.ts', 'inner two'),
      test('e2e/c.journey.ts', 'inner three', 'failed'),
      test('e2e/c.journey.ts', 'inner three', 'leftOut'),
    ]);
  });

  it('of something else is refused', () => {
    for (const text of ['{}', '[]', 'null', '{"testResults": 1}'])
      expect(() => readReport(text, '/')).toThrow('neither');
  });
});

describe('the program', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'yamori-cases-'));
    for (const folder of ['docs', join('.cache', 'test')])
      mkdirSync(join(root, folder), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const ASKED = '| R01 | a route | | `a.test.ts` |';
  const run = (
    table: string,
    report: object | null,
    asked = ASKED,
  ): { code: number; output: string } => {
    writeFileSync(join(root, 'docs', 'reliability-cases.md'), table);
    writeFileSync(join(root, 'docs', 'specification-coverage.md'), asked);
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
  const reportOf = (status: string) => ({
    testResults: [{ name: join(root, 'a.test.ts'), assertionResults: [{ status, fullName: 'x' }] }],
  });
  const LINE =
    '| T11 | forged | refused / let through | `a.test.ts` |\n| T13 | a full disk | | — |';

  it('prints a line a case and ends well when all are shown or known to have no test', () => {
    const { code, output } = run(LINE, reportOf('passed'));
    expect([code, output.split('\n').slice(0, 2)]).toEqual([
      0,
      ['    T11  1 refused, 0 let through', '    T13  no test yet: a full disk'],
    ]);
    expect(output).toContain(
      'cases: 1 shown, 0 broken, 0 left out, 1 without a test yet, from 1 tests in 1 reports',
    );
  });

  it('ends badly by a failed test, without reports and without cases', () => {
    expect(run(LINE, null)).toMatchObject({
      code: 1,
      output: expect.stringContaining('BAD T11  0 refused, 0 let through; no such test: a.test.ts'),
    });
    expect(run(LINE, reportOf('failed'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('BAD T11  0 refused, 1 let through'),
    });
    expect(run('nothing', reportOf('passed')).code).toBe(1);
    expect(run(LINE, reportOf('passed'), 'nothing').code).toBe(1);
    expect(run(LINE, reportOf('passed'), '| R01 | a route | | `gone.test.ts` |')).toMatchObject({
      code: 1,
      output: expect.stringContaining('BAD R01  0 passed, 0 failed; no such test: gone.test.ts'),
    });
  });
});
