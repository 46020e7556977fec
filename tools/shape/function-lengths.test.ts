import { describe, expect, it } from 'vitest';
import { functionFigures } from './figures.ts';
import { functionLengths } from './function-lengths.ts';
import type { SourceFile } from './source-tree.ts';

const aFile = (text: string, path = 'apps/server/src/a.ts'): SourceFile => ({
  path,
  text,
  lines: text.split('\n').length - 1,
  isTest: path.includes('.test.'),
});
const lengths = (text: string, path?: string) =>
  functionLengths(aFile(text, path)).map(({ name, place, lines, ownLines }) => [
    name,
    place.split(':')[1],
    lines,
    ownLines,
  ]);
const body = (lines: number): string => '  work();\n'.repeat(lines);

describe('the length of a function', () => {
  it('is that of its lines, wherever it stands and whatever the letters before it', () => {
    expect(
      lengths(
        `// 部屋の名前\nconst room = '部屋';\n\nfunction one() {\n${body(3)}}\nexport const two = () => 1;\n`,
      ),
    ).toEqual([
      ['one', '4', 5, 5],
      ['two', '9', 1, 1],
    ]);
  });

  it('leaves out those inside it, which count for themselves', () => {
    const factory = `export function make() {\n${body(2)}  return {\n    a() {\n${body(4)}    },\n    b: () => 1,\n    async c() {\n${body(1)}    },\n  };\n}\n`;
    expect(lengths(factory)).toEqual([
      ['a', '5', 6, 6],
      ['b', '11', 1, 1],
      ['c', '12', 3, 3],
      ['make', '1', 16, 9],
    ]);
  });

  it('is told of members of classes, of arrows and of components', () => {
    const text = `class Kept {\n  #own() {\n${body(1)}  }\n  get size() { return 1; }\n  constructor() {\n  }\n}\nconst View = () => (\n  <p onClick={() => {\n${body(1)}  }} />\n);\n`;
    expect(lengths(text, 'apps/web/src/a.tsx')).toEqual([
      ['own', '2', 3, 3],
      ['size', '5', 1, 1],
      ['constructor', '6', 2, 2],
      ['View', '10', 3, 3],
      ['View', '9', 5, 3],
    ]);
  });
});

describe('the figures of functions', () => {
  const missed = (text: string, path?: string) =>
    functionFigures([aFile(text, path)])
      .filter(({ met }) => !met)
      .map(({ name, places }) => [name, ...places]);

  it('notice one over 40 lines, by itself or inside another, but not in a test', () => {
    expect(missed(`function right() {\n${body(38)}}\n`)).toEqual([]);
    const wrong = `function wrong() {\n${body(39)}}\n`;
    expect(missed(wrong)).toEqual([
      ['functions over 40 lines of their own', 'apps/server/src/a.ts:1 wrong (41)'],
    ]);
    expect(missed(`function around() {\n${wrong}}\n`)).toEqual([
      ['functions over 40 lines of their own', 'apps/server/src/a.ts:2 wrong (41)'],
    ]);
    expect(missed(wrong, 'apps/server/src/a.test.ts')).toEqual([]);
  });

  it('let one hold smaller ones, up to a bound, and say how many there are', () => {
    const holding = (count: number): string =>
      `function make() {\n${`  const part = () => {\n${body(10)}  };\n`.repeat(count)}}\n`;
    expect(missed(holding(10))).toEqual([]);
    expect(functionFigures([aFile(holding(10))]).map(({ value }) => value)).toEqual([
      '0',
      '1',
      '0',
    ]);
    expect(missed(holding(11))).toEqual([
      ['functions over 130 lines with those they hold', 'apps/server/src/a.ts:1 make (134)'],
    ]);
  });
});
