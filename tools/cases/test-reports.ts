import { isAbsolute, relative } from 'node:path';

/** `file`: path from the repository's root, with slashes. */
export type TestResult = {
  readonly file: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
};

/** Parses a JSON report of Vitest or Playwright. @throws Error for any other text */
export function readReport(text: string, root: string): TestResult[] {
  const report = toRecord(JSON.parse(text));
  if (Array.isArray(report['testResults'])) {
    return toRecords(report['testResults']).flatMap((file) => readVitestFile(file, root));
  }
  if (Array.isArray(report['suites'])) {
    const folder = toText(toRecord(report['config'])['rootDir']);
    return toRecords(report['suites']).flatMap((suite) =>
      readPlaywrightSuite(suite, { root, folder, titles: [] }),
    );
  }
  throw new Error('the report is neither from Vitest nor from Playwright');
}

const VITEST_OUTCOMES: Readonly<Record<string, TestResult['outcome']>> = {
  passed: 'passed',
  failed: 'failed',
};

function readVitestFile(file: JsonRecord, root: string): TestResult[] {
  const path = toRelativePath(root, toText(file['name']));
  return toRecords(file['assertionResults']).map((test) => ({
    file: path,
    name: toText(test['fullName']),
    outcome: VITEST_OUTCOMES[toText(test['status'])] ?? 'skipped',
  }));
}

const PLAYWRIGHT_OUTCOMES: Readonly<Record<string, TestResult['outcome']>> = {
  expected: 'passed',
  unexpected: 'failed',
};

type SuiteContext = {
  readonly root: string;
  readonly folder: string;
  /** Titles of the suites around this one. */
  readonly titles: readonly string[];
};

function readPlaywrightSuite(suite: JsonRecord, context: SuiteContext): TestResult[] {
  const { root, folder } = context;
  const title = toText(suite['title']);
  const titles = title === suite['file'] ? context.titles : [...context.titles, title];
  const results = toRecords(suite['specs']).flatMap((spec) =>
    toRecords(spec['tests']).map((test): TestResult => ({
      file: toRelativePath(root, `${folder}/${toText(spec['file'])}`),
      name: [...titles, toText(spec['title'])].join(' '),
      outcome: PLAYWRIGHT_OUTCOMES[toText(test['status'])] ?? 'skipped',
    })),
  );
  const nested = toRecords(suite['suites']).flatMap((inner) =>
    readPlaywrightSuite(inner, { ...context, titles }),
  );
  return [...results, ...nested];
}

const toRelativePath = (root: string, path: string): string =>
  (isAbsolute(path) ? relative(root, path) : path).replaceAll('\\', '/');

type JsonRecord = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toRecord = (value: unknown): JsonRecord => (isRecord(value) ? value : {});
const toRecords = (value: unknown): JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
