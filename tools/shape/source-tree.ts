import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

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
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) =>
      toSourceFile(relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')),
    );
}

export function toSourceFile(path: string, text: string): SourceFile {
  return { path, text, lines: text.split('\n').length - 1, isTest: TEST_PATH.test(path) };
}

function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED_FOLDERS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.(tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}
