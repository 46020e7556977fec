import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle-programs.ts';

const FILES = {
  // From a project that the container image omits.
  'tsconfig.json': '{ "files": [], "references": [{ "path": "bench" }] }',
  'apps/one/src/main.ts': `
    import { readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    import { fail, ofPackage } from './deep/parts.ts';
    console.log(readFileSync(new URL('beside.txt', import.meta.url), 'utf8'), ofPackage());
    console.log(new URL('../../two/src/main.ts', import.meta.url).href);
    new Worker(new URL('./deep/worker.ts', import.meta.url)).on('exit', () => fail('main'));
  `,
  'apps/one/src/beside.txt': 'beside the source',
  'apps/one/src/deep/parts.ts': `
    export { ofPackage } from 'a-package';
    type Words = string;
    export class Refused extends Error {}
    export function fail(words: Words): never {
      throw new Refused(words);
    }
  `,
  'apps/one/src/deep/worker.ts': `
    import { fail } from './parts.ts';
    try {
      fail('thread');
    } catch (error) {
      console.log(error.stack, error.constructor.name);
    }
  `,
  'node_modules/a-package/package.json': '{ "name": "a-package", "main": "index.js" }',
  'node_modules/a-package/index.js': `
    require('node:url').parse('http://a.example');
    exports.ofPackage = () => 'of a package';
  `,
};

describe('the bundle of a program', () => {
  const root = mkdtempSync(join(tmpdir(), 'yamori-bundle-'));
  const url = (path: string): string => pathToFileURL(join(root, path)).href;
  const run = () =>
    spawnSync(process.execPath, [join(root, 'apps/one/dist/main.js')], {
      encoding: 'utf8',
      env: { NO_COLOR: '1' },
    });

  beforeAll(async () => {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    await bundle(root, ['apps/one/src/main.ts']);
    // The bundle must run without its packages and find files next to its source.
    rmSync(join(root, 'node_modules'), { recursive: true });
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('contains its packages and reads files next to its source', () => {
    expect(run().stdout).toContain('beside the source of a package\n');
  });

  it('prints no deprecation warnings for its packages, like Node', () => {
    expect(run().stderr).not.toContain('DeprecationWarning');
  });

  it('starts the bundle of another program', () => {
    expect(run().stdout).toContain(`${url('apps/two/dist/main.js')}\n`);
  });

  it('names source files and lines in the stacks of its process and of its threads', () => {
    const { status, stdout, stderr } = run();
    const thrown = `(${url('apps/one/src/deep/parts.ts')}:6:`;
    expect(stdout).toContain(`: thread\n    at fail ${thrown}`);
    expect(stdout).toContain(`    at ${url('apps/one/src/deep/worker.ts')}:4:`);
    expect(stdout).toContain(' Refused\n');
    expect(stderr).toContain(`: main\n    at fail ${thrown}`);
    expect(stderr).toContain(`(${url('apps/one/src/main.ts')}:7:`);
    expect(status).toBe(1);
  });
});
