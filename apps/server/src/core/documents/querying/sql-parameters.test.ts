import { describe, expect, it } from 'vitest';
import { joinAnd, joinOr, bindUsed, createParameters } from './sql-parameters.ts';

describe('bindUsed', () => {
  it('renumbers the placeholders that the text uses', () => {
    const parameters = createParameters();
    const [a, b, c] = ['a', 'b', 'c'].map(parameters.add);
    expect([a, b, c]).toEqual(['$1', '$2', '$3']);
    expect(bindUsed(`x = ${c} and y = ${a} and z = ${c} and v ? '$date'`, parameters)).toEqual({
      text: "x = $1 and y = $2 and z = $1 and v ? '$date'",
      values: ['c', 'a'],
    });
  });

  it('distinguishes the first placeholder from the tenth', () => {
    const parameters = createParameters();
    const names = Array.from({ length: 11 }, (_, index) => parameters.add(index));
    expect(bindUsed(`${names[10]} ${names[0]}`, parameters)).toEqual({
      text: '$1 $2',
      values: [10, 0],
    });
  });
});

describe('joinAnd and joinOr', () => {
  it('an empty list makes joinAnd true and joinOr false', () => {
    expect([joinAnd([]), joinOr([])]).toEqual(['true', 'false']);
    expect([joinAnd(['a', 'b or c']), joinOr(['a and b', 'c'])]).toEqual([
      '(a) and (b or c)',
      '(a and b) or (c)',
    ]);
  });
});
