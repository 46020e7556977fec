import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runWithLost } from './lost-tests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const PASSES = `import { it } from 'vitest'; it('passes', () => undefined);`;
const FAILS = `import { it } from 'vitest'; it('fails', () => { throw new Error('wrong'); });`;
const REJECTS = `import { it } from 'vitest'; it('forgets', async () => { void Promise.reject(new Error('forgotten')); await new Promise((resolve) => setTimeout(resolve, 50)); });`;
/** Ends its process, as often as it is told. */
const dies = (
  times: number,
): string => `import { appendFileSync, existsSync, readFileSync } from 'node:fs'; import { it } from 'vitest';
it('is whole', () => undefined);
it('dies', async () => {
  if ((existsSync('been') ? readFileSync('been', 'utf8').length : 0) >= ${times}) return;
  appendFileSync('been', 'x');
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});`;

/** The real Vitest over such files: what it ended with, what is counted as passed, and how often its tests were run. */
function runOf(files: Readonly<Record<string, string>>, workers = 2) {
  const folder = mkdtempSync(join(tmpdir(), 'yamori-lost-'));
  folders.push(folder);
  for (const [name, text] of Object.entries({
    ...files,
    'vitest.config.ts': `export default { test: { isolate: false, maxWorkers: ${workers}, include: ["*.test.ts"] } };`,
    'package.json': '{"type":"module"}',
  }))
    writeFileSync(join(folder, name), text);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'reports'));
  let runs = 0;
  const { code, reports } = runWithLost(
    join(folder, 'reports', 'node.json'),
    [],
    (report, environment, chosen) => {
      runs += 1;
      const { status } = spawnSync(
        process.execPath,
        [
          join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
          'run',
          ...chosen,
          '--reporter=json',
          `--reporter=${join(ROOT, 'tools', 'run', 'lost-tests.mjs')}`,
          `--outputFile.json=${report}`,
        ],
        { cwd: folder, env: { ...process.env, ...environment } },
      );
      return status ?? 1;
    },
    () => undefined,
  );
  const passed = reports
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as { numPassedTests: number })
    .reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
  return { hasPassed: code === 0, passed, runs };
}

describe('tests whose process ends under them', () => {
  it.each([1, 2])('are run once more, and counted once, with %i processes', (workers) => {
    expect(runOf({ 'a.test.ts': dies(1), 'b.test.ts': PASSES }, workers)).toEqual({
      hasPassed: true,
      passed: 3,
      runs: 2,
    });
  });

  it('have failed when it ends a second time', () => {
    expect(runOf({ 'a.test.ts': dies(2), 'b.test.ts': PASSES })).toMatchObject({
      hasPassed: false,
      runs: 2,
    });
  });

  it('are not told to a run around them', () => {
    const around = join(tmpdir(), `yamori-around-${process.pid}.lost`);
    vi.stubEnv('YAMORI_LOST_TESTS', around);
    try {
      expect(runOf({ 'a.test.ts': dies(2) })).toMatchObject({ hasPassed: false, runs: 2 });
      expect(existsSync(around)).toBe(false);
    } finally {
      vi.unstubAllEnvs();
      rmSync(around, { force: true });
    }
  });

  it('are not run again beside one that failed, nor beside an error of no test', () => {
    expect(runOf({ 'a.test.ts': dies(1), 'b.test.ts': FAILS })).toMatchObject({
      hasPassed: false,
      runs: 1,
    });
    expect(runOf({ 'a.test.ts': dies(1), 'b.test.ts': REJECTS })).toMatchObject({
      hasPassed: false,
      runs: 1,
    });
  });

  it('do not excuse what merely fails', () => {
    expect(runOf({ 'a.test.ts': FAILS, 'b.test.ts': PASSES })).toMatchObject({
      hasPassed: false,
      runs: 1,
    });
  });
});
