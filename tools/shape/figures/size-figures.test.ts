import { describe, expect, it } from 'vitest';
import { buildImportGraph } from '../import-graph.ts';
import type { SourceFacts } from '../source-facts.ts';
import { aFile, getMissed, getPlaces, repeatLine } from '../testing.ts';
import {
  getDuplicateFigures,
  getFileFigures,
  getFunctionFigures,
  getLineFigures,
} from './size-figures.ts';

const measureFiles = (files: readonly SourceFacts[]) =>
  getFileFigures(files, buildImportGraph(files, new Map()));
const aSource = (lines: number, path = 'apps/server/src/a.ts') =>
  aFile(path, repeatLine('work();', lines));

describe('getFileFigures', () => {
  it('accepts a file of 90 lines', () => {
    expect(getMissed(measureFiles([aSource(90)]))).toEqual([]);
  });

  it('limits the median and the 90th percentile', () => {
    expect(getMissed(measureFiles([aSource(91)]))).toEqual(['source file: median lines']);
    const files = [...Array.from({ length: 9 }, () => aSource(80)), aSource(221)];
    expect(getMissed(measureFiles(files))).toEqual(['source file: 90th percentile of lines']);
  });

  it('names files of more than 400 lines, longest first, but no test and no locale', () => {
    const figures = measureFiles([
      aSource(401),
      aSource(500, 'apps/web/src/b.ts'),
      aSource(600, 'apps/web/src/locales/ja/words.ts'),
      aSource(600, 'apps/web/src/a.test.ts'),
    ]);
    expect(getPlaces(figures, 'source file: longest')).toEqual([
      'apps/web/src/b.ts (500)',
      'apps/server/src/a.ts (401)',
    ]);
  });

  it('limits the share of files of at most 25 lines', () => {
    const others = Array.from({ length: 11 }, () => aSource(26));
    const small = aSource(25, 'apps/web/src/small.ts');
    expect(getMissed(measureFiles([...others, small]))).toEqual(['files of ≤ 25 lines, %']);
    expect(getMissed(measureFiles([...others, aSource(26), small]))).toEqual([]);
  });

  it('names a small file with a single importer', () => {
    const importer = aFile('apps/web/src/b.ts', `import './a.ts';\n${repeatLine('work();', 30)}`);
    const name = 'files of ≤ 25 lines with a single importer';
    expect(getPlaces(measureFiles([aSource(3, 'apps/web/src/a.ts'), importer]), name)).toEqual([
      'apps/web/src/a.ts (only in apps/web/src/b.ts)',
    ]);
    expect(getPlaces(measureFiles([aSource(26, 'apps/web/src/a.ts'), importer]), name)).toEqual([]);
  });
});

describe('getFunctionFigures', () => {
  const aFunction = (name: string, inner: string): string => `function ${name}() {\n${inner}}\n`;
  const work = (lines: number): string => repeatLine('work();', lines);

  it('limits all lines of a function to 130', () => {
    const make = (inner: number) =>
      aFunction('make', aFunction('a', work(40)) + aFunction('b', work(40)) + work(inner));
    expect(getMissed(getFunctionFigures([aFile('apps/server/src/a.ts', make(44))]))).toEqual([]);
    expect(getMissed(getFunctionFigures([aFile('apps/server/src/a.ts', make(45))]))).toEqual([
      'functions of more than 130 lines',
    ]);
  });

  it('limits own lines to 60, and to 80 in a React component', () => {
    const measure = (path: string, lines: number) =>
      getMissed(getFunctionFigures([aFile(path, aFunction('View', work(lines - 2)))]));
    expect(measure('apps/web/src/a.ts', 60)).toEqual([]);
    expect(measure('apps/web/src/a.ts', 61)).toEqual(['functions of more than 60 own lines']);
    expect(measure('apps/web/src/a.tsx', 80)).toEqual([]);
    expect(measure('apps/web/src/a.tsx', 81)).toEqual([
      'React components of more than 80 own lines',
    ]);
  });

  it('leaves tests out', () => {
    const file = aFile('apps/server/src/a.test.ts', aFunction('long', work(200)));
    expect(getMissed(getFunctionFigures([file]))).toEqual([]);
  });
});

describe('getLineFigures', () => {
  const measure = (text: string, path = 'apps/server/src/a.test.ts') =>
    getPlaces(getLineFigures([aFile(path, text)]), 'lines of more than 100 characters');
  const long = 'x'.repeat(101);

  it('names a line of code or comment of 101 characters', () => {
    expect(measure(`${long};\n`)).toEqual(['apps/server/src/a.test.ts:1 (102)']);
    expect(measure(`// ${long}\n`)).toEqual(['apps/server/src/a.test.ts:1 (104)']);
  });

  it.each([
    ['a string', `work('${long}');\n`],
    ['a template', `work(\`\${a.b} ${long}\`);\n`],
    ['a pattern', `const a = /${long}/;\n`],
    ['an address in a comment', `// https://example.org/${long}\n`],
    ['a row of a test table', `it.each([\n[${'1, '.repeat(40)}],\n])('a', run);\n`],
  ])('accepts %s of any length', (_, text) => {
    expect(measure(text)).toEqual([]);
  });

  it('accepts JSX text of any length', () => {
    expect(measure(`const a = <p>${long}</p>;\n`, 'apps/web/src/a.tsx')).toEqual([]);
  });
});

describe('getDuplicateFigures', () => {
  it('counts runs of sources, but not of tests and locales', () => {
    const text = Array.from({ length: 12 }, (_, at) => `step${at}();\n`).join('');
    const measure = (...paths: string[]) =>
      getMissed(getDuplicateFigures(paths.map((path) => aFile(path, text))));
    expect(measure('apps/web/src/a.ts', 'apps/web/src/b.ts')).toEqual([
      'duplicated runs of ≥ 12 lines',
    ]);
    expect(measure('apps/web/src/a.ts', 'apps/web/src/b.test.ts')).toEqual([]);
    expect(measure('apps/web/src/locales/ja/a.ts', 'apps/web/src/locales/en/a.ts')).toEqual([]);
  });
});
