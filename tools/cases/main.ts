import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCaseTable } from './case-table.ts';
import { judgeCases } from './judge-cases.ts';
import { readReport } from './test-reports.ts';

/**
 * `node tools/cases/main.ts [root]`: what the last `npm test` showed of every case in
 * docs/reliability-cases.md, a line each, and of every line of docs/specification-coverage.md,
 * those alone that it did not show.
 */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));
const folder = join(root, '.cache', 'test');

const reports = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  : [];
const tests = reports.flatMap((name) => readReport(readFileSync(join(folder, name), 'utf8'), root));

/**
 * Prints what a table's lines came to; false where one is broken, or where not a single one was
 * read.
 */
function tell(title: string, document: string, isQuiet: boolean): boolean {
  const path = join(root, 'docs', document);
  const verdicts = existsSync(path)
    ? judgeCases(readCaseTable(readFileSync(path, 'utf8')), tests)
    : [];
  for (const { kind, line } of verdicts)
    if (!isQuiet || kind !== 'shown') console.log(`${kind === 'broken' ? 'BAD' : '   '} ${line}`);
  const of = (kind: (typeof verdicts)[number]['kind']): number =>
    verdicts.filter((verdict) => verdict.kind === kind).length;
  console.log(
    `${title}: ${of('shown')} shown, ${of('broken')} broken, ${of('leftOut')} left out, ${of('untested')} without a test yet, from ${tests.length} tests in ${reports.length} reports`,
  );
  return of('broken') === 0 && of('shown') > 0;
}

const told = [
  tell('cases', 'reliability-cases.md', false),
  tell('specification', 'specification-coverage.md', true),
];
process.exitCode = told.every(Boolean) ? 0 : 1;
