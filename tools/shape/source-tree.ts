import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles } from '../run/list-files.mjs';

export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly isTest: boolean;
};

const SKIPPED_FOLDERS = new Set(['node_modules', 'build', 'dist', 'assembly', 'data', '.git']);
const TEST_PATH = /\.(test|browser|bench|journey)\.tsx?$|\/testing\/|^e2e\/|^bench\//;

/** Reads the TypeScript and JavaScript modules below `folders`, with paths relative to `root`. */
export function readSourceTree(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => listFiles(join(root, folder), (name) => SKIPPED_FOLDERS.has(name)))
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => toSourceFile(relative(root, file), readFileSync(file, 'utf8')));
}

export function toSourceFile(path: string, text: string): SourceFile {
  return { path, text, lines: text.split('\n').length - 1, isTest: TEST_PATH.test(path) };
}
