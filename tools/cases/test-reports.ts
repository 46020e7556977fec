import { isAbsolute, relative } from 'node:path';

/**
 * One test of a run. `file` from the root of the repository, with slashes; `leftOut`: skipped, as
 * where a tool is not installed.
 */
export type RanTest = {
  readonly file: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'leftOut';
};

/** The tests of a JSON report of Vitest or of Playwright. @throws Error when it is neither */
export function readReport(text: string, root: string): RanTest[] {
  const report = recordOf(JSON.parse(text));
  if (Array.isArray(report['testResults']))
    return listOf(report['testResults']).flatMap((file) => vitestFile(file, root));
  if (Array.isArray(report['suites'])) {
    const folder = textOf(recordOf(report['config'])['rootDir']);
    return listOf(report['suites']).flatMap((suite) => playwrightSuite(suite, folder, root, []));
  }
  throw new Error('a report that is neither of Vitest nor of Playwright');
}

function vitestFile(file: JsonRecord, root: string): RanTest[] {
  const path = pathFrom(root, textOf(file['name']));
  return listOf(file['assertionResults']).map((test) => ({
    file: path,
    name: textOf(test['fullName']),
    outcome: VITEST[textOf(test['status'])] ?? 'leftOut',
  }));
}
const VITEST: Readonly<Record<string, RanTest['outcome']>> = { passed: 'passed', failed: 'failed' };

function playwrightSuite(
  suite: JsonRecord,
  folder: string,
  root: string,
  above: readonly string[],
): RanTest[] {
  const title = textOf(suite['title']);
  const titles = title === suite['file'] ? above : [...above, title];
  const own = listOf(suite['specs']).flatMap((spec) =>
    listOf(spec['tests']).map((test): RanTest => ({
      file: pathFrom(root, `${folder}/${textOf(spec['file'])}`),
      name: [...titles, textOf(spec['title'])].join(' '),
      outcome: PLAYWRIGHT[textOf(test['status'])] ?? 'leftOut',
    })),
  );
  return [
    ...own,
    ...listOf(suite['suites']).flatMap((inner) => playwrightSuite(inner, folder, root, titles)),
  ];
}
const PLAYWRIGHT: Readonly<Record<string, RanTest['outcome']>> = {
  expected: 'passed',
  unexpected: 'failed',
};

const pathFrom = (root: string, path: string): string =>
  (isAbsolute(path) ? relative(root, path) : path).replaceAll('\\', '/');

type JsonRecord = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
const listOf = (value: unknown): JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
