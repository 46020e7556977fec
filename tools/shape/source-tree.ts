import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One TypeScript file of ours, as the figures look at it. */
export type SourceFile = {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly isTest: boolean;
};

const skipped = new Set(['node_modules', 'build', 'dist', 'assembly', 'data', '.git']);
const testFile = /\.(test|browser|bench)\.tsx?$|\/testing\/|^e2e\/|^bench\//;

export function readSourceTree(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      const path = relative(root, file).replaceAll('\\', '/');
      return { path, text, lines: text.split('\n').length - 1, isTest: testFile.test(path) };
    });
}

function filesBelow(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}
