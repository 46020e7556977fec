import { describe, expect, it } from 'vitest';
import { aFile, repeatLine } from './testing.ts';

const getLengths = (text: string, path = 'apps/server/src/a.ts') =>
  aFile(path, text).functions.map(({ name, place, lines, ownLines, isComponent }) => ({
    at: `${place.split(':')[1] ?? ''} ${name}`,
    lines,
    ownLines,
    isComponent,
  }));
const body = (lines: number): string => repeatLine('  work();', lines);

describe('getFunctionLengths', () => {
  it('counts lines after characters of several bytes', () => {
    const text = `// 部屋の名前\nconst room = '部屋';\n\nfunction one() {\n${body(3)}}\nexport const two = () => 1;\n`;
    expect(getLengths(text)).toEqual([
      { at: '4 one', lines: 5, ownLines: 5, isComponent: false },
      { at: '9 two', lines: 1, ownLines: 1, isComponent: false },
    ]);
  });

  it('leaves the functions inside a factory out of its own lines', () => {
    const factory = `export function make() {\n${body(2)}  return {\n    a() {\n${body(4)}    },\n    b: () => 1,\n  };\n}\n`;
    expect(getLengths(factory)).toEqual([
      { at: '5 a', lines: 6, ownLines: 6, isComponent: false },
      { at: '11 b', lines: 1, ownLines: 1, isComponent: false },
      { at: '1 make', lines: 13, ownLines: 8, isComponent: false },
    ]);
  });

  it('reads members of classes', () => {
    const text = `class Kept {\n  #own() {\n${body(1)}  }\n  get size() { return 1; }\n  constructor() {\n  }\n}\n`;
    expect(getLengths(text).map(({ at, lines }) => [at, lines])).toEqual([
      ['2 own', 3],
      ['5 size', 1],
      ['6 constructor', 2],
    ]);
  });

  it('takes capitalised functions of a .tsx file for components, but not their callbacks', () => {
    const text = `const View = () => (\n  <p onClick={() => {\n${body(1)}  }} />\n);\nfunction Row() {\n  return <p ref={() => 1} />;\n}\n`;
    expect(getLengths(text, 'apps/web/src/a.tsx')).toEqual([
      { at: '2 View', lines: 3, ownLines: 3, isComponent: false },
      { at: '1 View', lines: 5, ownLines: 3, isComponent: true },
      { at: '7 Row', lines: 1, ownLines: 1, isComponent: false },
      { at: '6 Row', lines: 3, ownLines: 3, isComponent: true },
    ]);
    expect(getLengths('function Make() {}\n')[0]?.isComponent).toBe(false);
  });
});
