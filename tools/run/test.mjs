import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildAll } from './build-steps.mjs';
import {
  inRoot,
  pinnedEnvironment,
  pinnedNode,
  PlainFailure,
  ROOT,
  runMain,
  runThrough,
} from './repository.mjs';
import { runWithLost } from './lost-tests.mjs';
import { ensureInstalled } from './set-up.mjs';
import { testsNamed } from './test-choice.mjs';
import { ensureBrowser, ensureNatsServer } from './test-tools.mjs';

const REPORTS = inRoot('.cache', 'test');

// One check after the other, cheap ones first; the first that fails ends it. Each counts as one, those that run
// tests as many as they ran. Words behind `npm test --` choose tests by their path: types and those alone.
await runMain(() => {
  const words = process.argv.slice(2);
  const chosen = words.length === 0 ? null : testsNamed(ROOT, words);
  if (chosen !== null && Object.values(chosen).flat().length === 0)
    throw new PlainFailure(
      `No test's path holds ${words.map((word) => `"${word}"`).join(' or ')}.`,
    );
  ensureInstalled();
  const browser = ensureBrowser();
  if (!ensureNatsServer())
    console.log('nats-server is not installed: tests over NATS are left out.');
  buildAll();
  const environment = pinnedEnvironment({
    ...(browser === null ? {} : { YAMORI_BROWSER: browser }),
    CI: '1',
  });
  const node = (...args) => runThrough(pinnedNode(), args, { env: environment });
  const program = (path, ...args) => node(inRoot('node_modules', ...path.split('/')), ...args);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  let passed = 0;
  const twice = [];

  for (const check of checks({ node, program, browser, environment, chosen })) {
    console.log(`\n── ${check.name}`);
    const { code, reports, lost } = asRun(check, check.run());
    twice.push(...lost);
    const counted = countOf(reports);
    if (code !== 0) {
      console.log(
        `\nFailed: ${check.name}\n${passed + (counted?.passed ?? 0)} passed, ${Math.max(1, counted?.failed ?? 1)} failed`,
      );
      return 1;
    }
    passed += counted?.passed ?? 1;
  }
  if (twice.length > 0)
    console.log(`\nRun twice, since their process ended under them: ${twice.join(', ')}`);
  console.log(`\n${passed} passed, 0 failed`);
  return 0;
});

function checks({ node, program, browser, environment, chosen }) {
  const vitest = (report, args, more = {}) =>
    runThrough(
      pinnedNode(),
      [
        inRoot('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env: { ...environment, ...more } },
    );
  const noteLost = `--reporter=${inRoot('tools', 'run', 'lost-tests.mjs')}`;
  const [nodeReport, webReport, journeyReport] = ['node', 'web', 'journeys'].map((name) =>
    inRoot('.cache', 'test', `${name}.json`),
  );
  const needsBrowser =
    (run) =>
    (...files) => {
      if (browser !== null) return run(...files);
      console.error(
        'No browser was found: install Chromium, Chrome or Edge, or name one in YAMORI_BROWSER.',
      );
      return 1;
    };
  const types = { name: 'types (tsc)', run: () => program('typescript/bin/tsc', '-b') };
  const tests = [
    {
      id: 'node',
      name: 'tests in Node (vitest)',
      report: nodeReport,
      run: (...files) =>
        runWithLost(nodeReport, files, (report, more, chosen) =>
          vitest(report, [...chosen, noteLost], more),
        ),
    },
    {
      id: 'web',
      base: 'apps/web/',
      name: 'components in the browser (vitest)',
      report: webReport,
      run: needsBrowser((...files) =>
        vitest(webReport, ['--root', inRoot('apps', 'web'), ...files]),
      ),
    },
    {
      id: 'journeys',
      base: 'e2e/',
      name: 'journeys (playwright)',
      report: journeyReport,
      run: needsBrowser((...files) =>
        runThrough(
          pinnedNode(),
          [
            inRoot('node_modules', '@playwright', 'test', 'cli.js'),
            'test',
            ...files,
            ...(files.length === 0 ? [] : ['--no-deps']),
            '--reporter=list,json',
          ],
          {
            cwd: inRoot('e2e'),
            env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
          },
        ),
      ),
    },
  ];
  if (chosen !== null)
    return [
      types,
      ...tests
        .filter(({ id }) => chosen[id].length > 0)
        .map(({ id, base = '', run, ...check }) => ({
          ...check,
          run: () => run(...chosen[id].map((path) => path.slice(base.length))),
        })),
    ];
  return [
    types,
    { name: 'lint (oxlint)', run: () => program('oxlint/bin/oxlint', '--type-aware') },
    {
      name: 'imports (dependency-cruiser)',
      run: () =>
        program(
          'dependency-cruiser/bin/dependency-cruiser.mjs',
          '--config',
          '.dependency-cruiser.mjs',
          'apps',
          'packages',
        ),
    },
    { name: 'shape', run: () => node(inRoot('tools', 'shape', 'main.ts')) },
    { name: 'texts', run: () => node(inRoot('tools', 'texts', 'main.ts')) },
    ...tests,
    {
      name: 'cases (docs/reliability-cases.md, docs/specification-coverage.md)',
      run: () => node(inRoot('tools', 'cases', 'main.ts')),
    },
  ];
}

/** What a check came to: its exit code alone, or with the reports that it left and the files that it lost at first. */
function asRun({ report }, ran) {
  return typeof ran === 'number'
    ? { code: ran, reports: report === undefined ? [] : [report], lost: [] }
    : ran;
}

/** How many tests reports count, Vitest's or Playwright's; null when none was written. */
function countOf(files) {
  const counts = files
    .filter((file) => existsSync(file))
    .map((file) => {
      const report = JSON.parse(readFileSync(file, 'utf8'));
      return report.stats
        ? { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
        : { passed: report.numPassedTests, failed: report.numFailedTests };
    });
  const sum = (of) => counts.reduce((total, count) => total + count[of], 0);
  return counts.length === 0 ? null : { passed: sum('passed'), failed: sum('failed') };
}
