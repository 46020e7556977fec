import { describe, expect, it } from 'vitest';
import {
  buildImportGraph,
  findCycles,
  findSingleImporter,
  findUnusedExports,
} from './import-graph.ts';
import { aFile } from './testing.ts';

const ENTRIES = new Map([['@yamori/domain', 'packages/domain/src/index.ts']]);
const buildGraph = (files: Readonly<Record<string, string>>) =>
  buildImportGraph(
    Object.entries(files).map(([path, text]) => aFile(path, text)),
    ENTRIES,
  );

describe('findUnusedExports', () => {
  it('names an export that no file imports', () => {
    const graph = buildGraph({
      'apps/server/src/a.ts': 'export const used = 1;\nexport const spare = 2;\n',
      'apps/server/src/b.ts': "import { used } from './a.ts';\n",
    });
    expect(findUnusedExports(graph)).toEqual(['apps/server/src/a.ts:2 spare']);
  });

  it('follows a name through what an entry re-exports whole', () => {
    const graph = buildGraph({
      'packages/domain/src/index.ts':
        "export * from './room.ts';\nexport { spare } from './b.ts';\n",
      'packages/domain/src/room.ts': 'export type Room = 1;\nexport type Bed = 2;\n',
      'packages/domain/src/b.ts': 'export const spare = 1;\n',
      'apps/server/src/a.ts': "import type { Room } from '@yamori/domain';\n",
    });
    expect(findUnusedExports(graph)).toEqual([
      'packages/domain/src/index.ts:2 spare',
      'packages/domain/src/room.ts:2 Bed',
    ]);
  });

  it('counts tests and dynamic imports as importers', () => {
    const graph = buildGraph({
      'apps/web/src/a.ts': 'export const a = 1;\n',
      'apps/web/src/a.test.ts': "import { a } from './a.ts';\n",
      'apps/web/src/b.ts': 'export const b = 1;\n',
      'apps/web/src/c.ts': "const b = import('./b.ts');\n",
    });
    expect(findUnusedExports(graph)).toEqual([]);
  });
});

describe('findSingleImporter', () => {
  it('names the only importer among the sources', () => {
    const graph = buildGraph({
      'apps/web/src/a.ts': 'export const a = 1;\n',
      'apps/web/src/a.test.ts': "import { a } from './a.ts';\n",
      'apps/web/src/b.ts': "import { a } from './a.ts';\n",
    });
    expect(findSingleImporter(graph, 'apps/web/src/a.ts')).toBe('apps/web/src/b.ts');
  });

  it.each([
    ['two importers', "import './a.ts';\n", "import './a.ts';\n"],
    ['a lazy chunk', "const a = import('./a.ts');\n", ''],
    ["a worker's file", "const a = new URL('./a.ts', import.meta.url);\n", ''],
    ['a re-export', "export * from './a.ts';\n", ''],
  ])('returns null for %s', (_, first, second) => {
    const graph = buildGraph({
      'apps/web/src/a.ts': 'export const a = 1;\n',
      'apps/web/src/b.ts': first,
      'apps/web/src/c.ts': second,
    });
    expect(findSingleImporter(graph, 'apps/web/src/a.ts')).toBeNull();
  });
});

describe('findCycles', () => {
  it('finds a cycle that only types close', () => {
    const graph = buildGraph({
      'apps/web/src/a.ts': "import { b } from './b.ts';\nexport type A = 1;\n",
      'apps/web/src/b.ts': "import { c } from './c.ts';\nexport const b = 1;\n",
      'apps/web/src/c.ts': "import type { A } from './a.ts';\nexport const c = 1;\n",
    });
    expect(findCycles(graph)).toEqual([
      ['apps/web/src/a.ts', 'apps/web/src/b.ts', 'apps/web/src/c.ts'],
    ]);
  });

  it('finds none where two files share an import', () => {
    const graph = buildGraph({
      'apps/web/src/a.ts': "import './b.ts';\nimport './c.ts';\n",
      'apps/web/src/b.ts': "import './c.ts';\n",
      'apps/web/src/c.ts': 'export const c = 1;\n',
    });
    expect(findCycles(graph)).toEqual([]);
  });
});
