import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './repository.mjs';

const REASON_LINES = 8;
const REASON_COLUMNS = 160;

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} failures one entry a failed test: its file, its title and the
 *   beginning of its message
 */

/**
 * Counts of a stage: the tests of its report, or itself as one.
 * @param {{ readonly name: string, readonly report?: string }} stage
 * @param {number} code
 * @returns {Counts}
 */
export function readCounts({ name, report }, code) {
  const own = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, failures: [] };
  if (report === undefined || !existsSync(report)) return own;
  try {
    const counts = readReport(JSON.parse(readFileSync(report, 'utf8')));
    if (code === 0) return counts;
    // An error outside every test of vitest is not in its report.
    const unnamed = counts.failures.length === 0 ? [`${name}: exit code ${code}`] : [];
    return {
      ...counts,
      failed: Math.max(1, counts.failed),
      failures: [...counts.failures, ...unnamed],
    };
  } catch (error) {
    return { ...own, failed: 1, failures: [`${name}: unreadable report, ${error.message}`] };
  }
}

function readReport(report) {
  if (report.stats === undefined)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: report.testResults.flatMap(failedTests),
    };
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected,
    failures: [...report.errors.map(describeOutsideFailure), ...report.suites.flatMap(failedSpecs)],
  };
}

const withoutRoot = (file) => file.replace(`${ROOT}/`, '');

/** A file that could not be loaded failed without a test. */
function failedTests({ name, status, message, assertionResults }) {
  const file = withoutRoot(name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}${formatReason(message)}`] : [];
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}${formatReason(failureMessages[0])}`,
  );
}

/** A failure outside every test, such as that of the global setup, leaves no suite. */
const describeOutsideFailure = ({ location, message }) =>
  `${location === undefined ? 'playwright' : withoutRoot(location.file)}${formatReason(message)}`;

function failedSpecs(suite) {
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const reason = formatReason(results.find(({ error }) => error !== undefined)?.error.message);
      return `e2e/${file}: ${title}${reason}`;
    });
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

/** The start of a failure message on separate lines, without colours. */
function formatReason(message) {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return lines
    .slice(0, REASON_LINES)
    .map((line) => `\n      ${line.slice(0, REASON_COLUMNS)}`)
    .join('');
}

/**
 * Prints the results and returns the exit code of the run. Stages overlap, so `seconds`, the
 * duration of the run, is less than the sum of theirs.
 * @param {readonly (Counts & { name: string, isPassed: boolean, seconds: number })[]} results
 * @param {number} seconds
 */
export function summarise(results, seconds) {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log('\n── Result');
  const printLine = (text, lineSeconds, name) =>
    console.log(`${text.padEnd(6)} ${String(lineSeconds).padStart(5)} s  ${name}`);
  for (const result of results)
    printLine(result.isPassed ? 'passed' : 'FAILED', result.seconds, result.name);
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`  ${failure}`);
  printLine('', seconds, 'in all');
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  return results.every(({ isPassed }) => isPassed) ? 0 : 1;
}
