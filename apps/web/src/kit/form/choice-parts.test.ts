import { describe, expect, it } from 'vitest';
import { filterChoices, searchForm } from './choice-search.ts';
import { toHex } from './colour-field.tsx';
import { checkFiles, matchesAccept, sizeParts } from './file-choice.ts';
import { parseFigure, figureText, steppedFigure } from './number-text.ts';
import { withTags } from './tags-field.tsx';

describe('figureText', () => {
  it.each([
    ['12', '12'],
    ['１２', '12'],
    ['1.5', '1.5'],
    ['1.5.5', '1.55'],
    ['-3', '-3'],
    ['ー3', '-3'],
    ['3-', '3'],
    ['1e5', '15'],
    ['abc', ''],
    ['1,000', '1000'],
    ['.', '.'],
  ])('%j typed becomes %j', (text, figure) => expect(figureText(text)).toBe(figure));

  it.each([
    ['', null],
    ['-', null],
    ['.', null],
    ['0', 0],
    ['-0.5', -0.5],
    ['1.', 1],
    ['007', 7],
    ['9'.repeat(400), null],
  ])('%j parses to %j', (text, value) => expect(parseFigure(text)).toBe(value));

  it.each<[number | null, 1 | -1, { step: number; min?: number; max?: number }, number]>([
    [1, 1, { step: 1 }, 2],
    [1, -1, { step: 1 }, 0],
    [0.1, 1, { step: 0.2 }, 0.3],
    [5, 1, { step: 5, max: 8 }, 8],
    [2, -1, { step: 5, min: 0 }, 0],
    [null, 1, { step: 1 }, 0],
    [null, 1, { step: 1, min: 20 }, 20],
    [null, -1, { step: 1, max: -5 }, -5],
    [100, 1, { step: 1, max: 10 }, 10],
  ])('%j by %i of %j is %j', (value, direction, limits, next) =>
    expect(steppedFigure(value, direction, limits)).toBe(next),
  );
});

describe('a colour', () => {
  it.each([
    ['#46C9AE', '#46c9ae'],
    ['#0af', '#00aaff'],
    ['rgb(70, 201, 174)', '#46c9ae'],
    ['rgba(0, 170, 255, 0.5)', '#00aaff'],
    ['', '#000000'],
    ['red', '#000000'],
    ['#12', '#000000'],
  ])('%j is offered to the browser as %s', (text, hex) => {
    expect(toHex(text)).toBe(hex);
  });
});

describe('tags', () => {
  it.each([
    [[], 'a', ['a']],
    [['a'], ' b , c', ['a', 'b', 'c']],
    [['a'], 'a', ['a']],
    [[], '転倒、見守り，夜間', ['転倒', '見守り', '夜間']],
    [[], ' , ,', []],
    [['a', 'b'], 'c\nd', ['a', 'b', 'c']],
    [[], 'abcdefghij', ['abcde']],
  ])('%j with %j are %j', (tags, text, next) => expect(withTags(tags, text, 3, 5)).toEqual(next));
});

describe('checkFiles', () => {
  const file = (name: string, type: string, size = 1) =>
    new File(['x'.repeat(size)], name, { type });
  it.each([
    ['a.csv', 'text/csv', undefined, true],
    ['a.CSV', '', '.csv', true],
    ['a.txt', 'text/plain', '.csv', false],
    ['a.txt', 'text/plain', '.csv, text/plain', true],
    ['a.png', 'image/png', 'image/*', true],
    ['a.svgx', 'imagex/png', 'image/*', false],
    ['a', 'TEXT/CSV', 'text/csv', true],
    ['csv', '', '.csv', false],
  ])('%s of %s fits %s: %s', (name, type, accept, fits) =>
    expect(matchesAccept({ name, type }, accept)).toBe(fits),
  );

  it('reports each file that does not fit with the reason', () => {
    const [good, big, other] = [
      file('a.csv', 'text/csv', 10),
      file('b.csv', 'text/csv', 11),
      file('c.exe', ''),
    ];
    expect(checkFiles([good, big, other], { accept: '.csv', maxBytes: 10 })).toEqual([
      [good],
      [
        { file: big, kind: 'size' },
        { file: other, kind: 'kind' },
      ],
    ]);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [9949, '9.9 KB'],
    [9950, '10 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [50_000_000, '50 MB'],
    [5e12, '5000 GB'],
  ])('formats %i bytes as %s', (bytes, words) => {
    expect(Object.values(sizeParts(bytes)).join(' ')).toBe(words);
  });
});

describe('a search among choices', () => {
  const choices = ['東棟 101', '西棟 102', 'ヤモリ棟', 'East 101'].map((label) => ({ label }));
  it.each([
    ['', 4],
    ['101', 2],
    ['東棟　１０１', 1],
    ['やもり', 1],
    ['ﾔﾓﾘ', 1],
    ['EAST', 1],
    ['棟 10', 2],
    ['北', 0],
  ])('%j finds %i', (search, count) => expect(filterChoices(choices, search)).toHaveLength(count));
  it('puts first what begins with it', () =>
    expect(
      filterChoices([{ label: 'b a' }, { label: 'a b' }], 'a').map(({ label }) => label),
    ).toEqual(['a b', 'b a']));
  it('makes no difference between the two kana', () => expect(searchForm('ﾔモり')).toBe('やもり'));
});
