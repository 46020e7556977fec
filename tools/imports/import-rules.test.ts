import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');
const program = join(
  repository,
  'node_modules',
  'dependency-cruiser',
  'bin',
  'dependency-cruiser.mjs',
);

describe('import rules', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'yamori-imports-'));
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    plant('apps/server/src/ground.ts', 'export const ground = 1;');
    plant('packages/signal/src/ground.ts', 'export const ground = 1;');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function plant(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  function brokenRules(): string[] {
    try {
      execFileSync(
        process.execPath,
        [
          program,
          '--config',
          join(repository, '.dependency-cruiser.mjs'),
          '--output-type',
          'err',
          'apps',
          'packages',
        ],
        { cwd: root, encoding: 'utf8', stdio: 'pipe' },
      );
      return [];
    } catch (error) {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      if (!output.includes('error')) throw error;
      return [...output.matchAll(/error ([a-z-]+):/g)].map((match) => match[1] ?? '');
    }
  }

  it('lets imports go down', () => {
    plant(
      'apps/server/src/modules/rooms/a.ts',
      "import type { B } from '../../core/documents/b.ts'; export type A = B;",
    );
    plant('apps/server/src/core/documents/b.ts', 'export type B = string;');
    expect(brokenRules()).toEqual([]);
  });

  it.each([
    [
      'an-app-never-imports-an-app',
      'apps/web/src/a.ts',
      "import type { B } from '../../server/src/b.ts'; export type A = B;",
      'apps/server/src/b.ts',
    ],
    [
      'a-feature-never-imports-a-feature',
      'apps/web/src/features/nights/a.ts',
      "import type { B } from '../devices/b.ts'; export type A = B;",
      'apps/web/src/features/devices/b.ts',
    ],
    [
      'a-module-never-imports-a-module',
      'apps/server/src/modules/rooms/a.ts',
      "import type { B } from '../devices/b.ts'; export type A = B;",
      'apps/server/src/modules/devices/b.ts',
    ],
    [
      'modules-know-only-core',
      'apps/server/src/modules/rooms/a.ts',
      "import type { B } from '../../b.ts'; export type A = B;",
      'apps/server/src/b.ts',
    ],
    [
      'core-knows-no-module',
      'apps/server/src/core/documents/a.ts',
      "import type { B } from '../../modules/rooms/b.ts'; export type A = B;",
      'apps/server/src/modules/rooms/b.ts',
    ],
    [
      'web-lower-parts-know-no-feature',
      'apps/web/src/kit/a.ts',
      "import type { B } from '../features/board/b.ts'; export type A = B;",
      'apps/web/src/features/board/b.ts',
    ],
    [
      'the-kit-knows-only-texts',
      'apps/web/src/kit/list/a.ts',
      "import type { B } from '../../shared/views/b.ts'; export type A = B;",
      'apps/web/src/shared/views/b.ts',
    ],
    [
      'live-knows-no-screen',
      'apps/web/src/live/connection/a.ts',
      "import type { B } from '../../kit/list/b.ts'; export type A = B;",
      'apps/web/src/kit/list/b.ts',
    ],
    [
      'packages-know-no-app',
      'packages/signal/src/a.ts',
      "import type { B } from '../../../apps/server/src/b.ts'; export type A = B;",
      'apps/server/src/b.ts',
    ],
    [
      'a-package-by-its-entry',
      'apps/server/src/a.ts',
      "import type { B } from '../../../packages/signal/src/b.ts'; export type A = B;",
      'packages/signal/src/b.ts',
    ],
  ])('fails for %s, types included', (rule, from, text, target) => {
    plant(from, text);
    plant(target, 'export type B = string;');
    expect(brokenRules()).toContain(rule);
  });

  it.each([
    ['a component', 'bill-panel.tsx', ['only-api-files-call-the-server']],
    ['an api file', 'api.ts', []],
    ['a test', 'bill-panel.browser.test.tsx', []],
  ])('judges a call to the server by %s', (_, file, broken) => {
    plant('apps/web/src/api/http-context.ts', 'export const useHttp = () => 1;');
    plant(
      `apps/web/src/features/billing/${file}`,
      "import { useHttp } from '../../api/http-context.ts'; export const a = useHttp();",
    );
    expect(brokenRules()).toEqual(broken);
  });

  it('fails for a cycle of types only', () => {
    plant('packages/signal/src/a.ts', "import type { B } from './b.ts'; export type A = B[];");
    plant(
      'packages/signal/src/b.ts',
      "import type { A } from './a.ts'; export type B = A | string;",
    );
    expect(brokenRules()).toContain('no-cycles');
  });

  it('fails when a package reads a file', () => {
    plant(
      'packages/signal/src/a.ts',
      "import { readFileSync } from 'node:fs'; export const a = readFileSync;",
    );
    expect(brokenRules()).toContain('packages-do-no-io');
  });
});
