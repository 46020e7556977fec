import { describe, expect, it } from 'vitest';
import { isMissing, numberReader } from './number-cells.ts';
import { isTransposed, tableHead } from './table-head.ts';
import { openTableText } from './table-text.ts';

const readHead = (text: string) => tableHead(openTableText(text));

describe('tableHead', () => {
  it.each([
    ['names and data', 'a,b\n1,2\n', [], ['a', 'b'], 1],
    ['data only', '1,2\n3,4\n', [], ['column 1', 'column 2'], 0],
    ['one column', 'x\n1\n2\n', [], ['x'], 1],
    ['missing names', 'a,,c\n1,2,3\n', [], ['a', 'column 2', 'c'], 1],
    ['two lines of names', 'time,ecg\ns,mV\n0,1\n', [], ['time s', 'ecg mV'], 2],
    [
      'text in front',
      'Report\nof a device\na;b\n1;2\n3;4\n',
      [['Report'], ['of a device']],
      ['a', 'b'],
      3,
    ],
    ['a delimiter at the end of each row', 'a;b;\n1;2;\n3;4;\n', [], ['a', 'b'], 1],
    ['a delimiter at the end of data rows only', 'a; b\n1; 2;\n3; 4;\n', [], ['a', 'b'], 1],
    ['dates and text', 'day,word\n2024-01-01,x\n', [], ['day', 'word'], 1],
    ['text only', 'a,b\nx,y\n', [], ['a', 'b'], 1],
    ['names only', 'a,b\n', [], ['a', 'b'], 1],
    ['an empty text', '', [], [], 0],
  ])('recognises %s', (_, text, preamble, names, leadingRows) => {
    expect(readHead(text)).toMatchObject({ preamble, names, leadingRows });
  });

  it('transposes only a few long lines without names, of which the first increases', () => {
    const line = (of: (index: number) => number, count = 80): string =>
      Array.from({ length: count }, (_, index) => of(index)).join(' ');
    const rising = line((index) => index);
    expect(isTransposed(readHead(`${rising}\n${line(() => 5)}\n`))).toBe(true);
    expect(isTransposed(readHead(`${line(() => 5)}\n${rising}\n`))).toBe(false);
    expect(isTransposed(readHead(`${line((index) => index, 20)}\n${line(() => 5, 20)}\n`))).toBe(
      false,
    );
    expect(isTransposed(readHead(`${rising}\n`.repeat(40)))).toBe(false);
    expect(
      isTransposed(
        readHead(`${line((index) => index).replaceAll(/\d+/g, 'n$&')}\n${rising}\n${rising}\n`),
      ),
    ).toBe(false);
  });
});

describe('numberReader', () => {
  it.each([
    ['1.5', 1.5],
    ['-.5', -0.5],
    ['1e3', 1000],
    ['+7', 7],
    ['', Number.NaN],
    ['x', Number.NaN],
    ['1,5', Number.NaN],
    ['0x10', Number.NaN],
    ['1e999', Number.NaN],
    ['1.2.3', Number.NaN],
    ['Infinity', Number.NaN],
  ])('reads %j with decimal points as %d', (cell, value) => {
    expect(numberReader(['1.5'])(cell)).toBe(value);
  });

  it.each([
    ['1,5', 1.5],
    ['-0,25', -0.25],
    ['7', 7],
    ['1.234,5', 1234.5],
    ['12.345.678,9', 12_345_678.9],
    ['1,5e3', 1500],
    ['1,2,3', Number.NaN],
  ])('reads %j with decimal commas as %d', (cell, value) => {
    expect(numberReader(['1,5', 'x'])(cell)).toBe(value);
  });

  it('reads decimal commas only if no cell has a point', () => {
    expect(numberReader(['1,5', '2.5'])('1,5')).toBeNaN();
  });

  it('knows the markers of missing values', () => {
    expect(['', 'NaN', 'nan', 'NA', 'n/a', 'null', 'kZ', '0', '-', 'none'].map(isMissing)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
