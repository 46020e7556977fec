import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCaseTable } from './case-table.ts';
import { judgeCases, type Verdict } from './judge-cases.ts';
import { readReport } from './test-reports.ts';

/**
 * `node tools/cases/main.ts [root]` reads the reports of the last `npm test`. It prints a line for
 * each case of docs/reliability-cases.md, and for each row of docs/specification-coverage.md that
 * did not pass.
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));
const folder = join(root, '.cache', 'test');

const reports = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  : [];
const results = reports.flatMap((name) =>
  readReport(readFileSync(join(folder, name), 'utf8'), root),
);

type Table = {
  readonly title: string;
  readonly document: string;
  readonly printsPassed: boolean;
};

/** Prints the verdicts of a table. Returns false if a case failed or none passed. */
function printVerdicts({ title, document, printsPassed }: Table): boolean {
  const path = join(root, 'docs', document);
  const cases = existsSync(path) ? readCaseTable(readFileSync(path, 'utf8')) : [];
  const verdicts = judgeCases(cases, results);
  for (const { status, summary } of verdicts) {
    if (status === 'passed' && !printsPassed) continue;
    console.log(`${status === 'failed' ? 'BAD' : '   '} ${summary}`);
  }
  const count = (status: Verdict['status']): number =>
    verdicts.filter((verdict) => verdict.status === status).length;
  const counts = [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    `${count('skipped')} skipped`,
    `${count('untested')} without a test yet`,
    `from ${results.length} tests in ${reports.length} reports`,
  ];
  console.log(`${title}: ${counts.join(', ')}`);
  return count('failed') === 0 && count('passed') > 0;
}

const outcomes = [
  printVerdicts({ title: 'cases', document: 'reliability-cases.md', printsPassed: true }),
  printVerdicts({
    title: 'specification',
    document: 'specification-coverage.md',
    printsPassed: false,
  }),
];
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
