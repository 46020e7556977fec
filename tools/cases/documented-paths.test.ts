import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCUMENTS = ['README.md', 'README.ja.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const PATH = /^(?:apps|packages|tools|docs|e2e|bench|deploy)\//;
/** Starts at the first part that means several names. */
const PATTERN = /\/[^/]*[*<{…].*$/u;
const BUILD_OUTPUT = /^apps\/[^/]+\/dist(?:\/|$)/;

/** Paths of the repository in the code spans of a Markdown text. */
const getPaths = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => PATH.test(word))
    .map((word) => word.replace(PATTERN, '').replace(/[,;:]$/, ''))
    .filter((path) => !BUILD_OUTPUT.test(path));

describe('paths in the documents', () => {
  it.each([...DOCUMENTS, ...globSync('docs/**/*.md', { cwd: ROOT })])(
    '%s names only files and folders that exist',
    (document) => {
      const paths = getPaths(readFileSync(join(ROOT, document), 'utf8'));
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );
});
