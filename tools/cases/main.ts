import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCaseTable } from './case-table.ts';
import { judgeCases } from './judge-cases.ts';
import { readReport } from './test-reports.ts';

/** `node tools/cases/main.ts [root]`: what the last `npm test` showed of every case in docs/reliability-cases.md, a line each. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..', '..'));
const folder = join(root, '.cache', 'test');

const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')).toSorted() : [];
const tests = reports.flatMap((name) => readReport(readFileSync(join(folder, name), 'utf8'), root));
const verdicts = judgeCases(readCaseTable(readFileSync(join(root, 'docs', 'reliability-cases.md'), 'utf8')), tests);

for (const { kind, line } of verdicts) console.log(`${kind === 'broken' ? 'BAD' : '   '} ${line}`);
const of = (kind: (typeof verdicts)[number]['kind']): number => verdicts.filter((verdict) => verdict.kind === kind).length;
console.log(`cases: ${of('shown')} shown, ${of('broken')} broken, ${of('leftOut')} left out, ${of('untested')} without a test yet, from ${tests.length} tests in ${reports.length} reports`);
// Without a single case the table was not read.
process.exitCode = of('broken') > 0 || of('shown') === 0 ? 1 : 0;
