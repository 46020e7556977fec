import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Where this reporter of Vitest writes what was lost: a path. */
const WRITTEN_TO = 'YAMORI_LOST_TESTS';
/** What Vitest says of a process of its that ended without having said why. */
const ENDED = /^Worker exited unexpectedly/;

/**
 * Names the files whose tests came to no end because their process ended under them, as a fault of Node itself or a machine without
 * memory ends it. Nothing is written where anything else is wrong too: that is a failure, whatever was lost beside it.
 */
export default class LostTests {
  #asked = [];

  onTestRunStart(specifications) {
    this.#asked = specifications.map(({ moduleId }) => moduleId);
  }

  onTestRunEnd(modules, errors) {
    const path = process.env[WRITTEN_TO];
    const ended = errors.map((error) => error.cause?.message ?? error.message);
    if (
      path === undefined ||
      ended.some((words) => !ENDED.test(words)) ||
      modules.some((module) => module.state() === 'failed')
    )
      return;
    // Also those that nobody began, because the process that had them in its queue was gone.
    const over = new Set(
      modules
        .filter((module) => ['passed', 'skipped'].includes(module.state()))
        .map((module) => module.moduleId),
    );
    const lost = this.#asked.filter((moduleId) => !over.has(moduleId));
    if (lost.length > 0) writeFileSync(path, JSON.stringify({ lost, ended }));
  }
}

/**
 * Runs tests, and those once more that were lost: `run(report, environment, files)` runs all for an empty list. What was lost leaves its report; the
 * second run's stands beside it, so that every test is counted once. A second loss is a failure.
 * @param {string} report path of the first report, which ends in `.json`
 * @param {readonly string[]} files
 * @returns {{code: number, reports: string[], lost: string[]}}
 */
export function runWithLost(report, files, run, say = console.log) {
  const lostTo = `${report}.lost`;
  rmSync(lostTo, { force: true });
  const code = run(report, { [WRITTEN_TO]: lostTo }, files);
  if (code === 0 || !existsSync(lostTo)) return { code, reports: [report], lost: [] };
  const { lost, ended } = JSON.parse(readFileSync(lostTo, 'utf8'));
  say(`\nA process of the tests ended: ${ended.join('; ')}.\nRun once more: ${lost.join(', ')}`);
  withoutLost(report, lost);
  const again = report.replace(/\.json$/, '-again.json');
  // Nor is a second loss noted where a run around this one notes its own.
  return { code: run(again, { [WRITTEN_TO]: undefined }, lost), reports: [report, again], lost };
}

function withoutLost(path, lost) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const testResults = report.testResults.filter(({ name }) => !lost.includes(name));
  const passed = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed').length;
  writeFileSync(path, JSON.stringify({ ...report, testResults, numPassedTests: passed }));
}
