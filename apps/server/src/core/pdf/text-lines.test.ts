import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenLines, evenLines, neededWidth, wholePieces } from './text-lines.ts';
import { NOT_FIRST, NOT_LAST } from './locales/ja/kinsoku.ts';

/** As in the font: a letter is half as wide as an ideograph. */
const measureWidth = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0xff ? 2 : 1), 0);
const words = (text: string, width: number) => brokenLines(text, width, measureWidth);

describe('line breaking', () => {
  it.each([
    ['見守りの夜', 4, ['見守', 'りの', '夜']],
    ['夜、静か', 4, ['夜、', '静か']],
    ['静か。夜', 4, ['静', 'か。', '夜']],
    ['夜（昼）', 6, ['夜', '（昼）']],
    ['センサー', 6, ['セン', 'サー']],
    ['one two three', 7, ['one two', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a\nb', 9, ['a', 'b']],
    ['', 9, ['']],
    ['夜abc夜', 5, ['夜abc', '夜']],
  ])('text %j in width %i becomes the lines %j', (text, width, lines) => {
    expect(words(text, width)).toEqual(lines);
  });

  it('lines lose only spaces, stay within the width, and obey the rules for their ends', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from('夜間あのッーab1 、。（）「」')),
          maxLength: 60,
        }),
        fc.integer({ min: 8, max: 30 }),
        (text, width) => {
          const lines = words(text, width);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
          const whole = wholePieces(text);
          const isTorn = whole.some((piece) => measureWidth(piece.trimEnd()) > width);
          for (const [index, line] of lines.entries()) {
            expect(measureWidth(line)).toBeLessThanOrEqual(width);
            if (isTorn) continue;
            if (index > 0) expect(NOT_FIRST).not.toContain(line.slice(0, 1) || ' ');
            if (index < lines.length - 1) expect(NOT_LAST).not.toContain(line.slice(-1) || ' ');
          }
        },
      ),
    );
  });

  it('headings break evenly, at the end of a phrase', () => {
    const even = (text: string, width: number) => evenLines(text, width, measureWidth);
    expect(even('離床の回数', 8)).toEqual(['離床の', '回数']);
    expect(even('目覚めた回数', 8)).toEqual(['目覚めた', '回数']);
    expect(even('中途覚醒の時間', 8)).toEqual(['中途覚醒', 'の時間']);
    expect(even('睡眠効率', 8)).toEqual(['睡眠効率']);
    expect(even('記録の割合\n（%）', 8)).toEqual(['記録の', '割合', '（%）']);
    expect(even('Wake after sleep onset', 11)).toEqual(['Wake after', 'sleep onset']);
    // Text without a possible break is split anyway.
    expect(even('Respiration', 6)).toEqual(['Respir', 'ation']);
    expect(even('夜'.repeat(30), 8).join('')).toBe('夜'.repeat(30));
  });

  it.each([
    ['離床の回数\n（時:分）', 8, 9],
    ['離床の回数', 8, 6],
    ['中途覚醒の時間', 8, 8],
    ['Wake after sleep onset', 8, 5],
    ['Respiration\n(/min)', 8, 11],
    ['', 8, 0],
  ])('heading %j with preferred width %i needs %i', (head, most, needed) => {
    expect(neededWidth(head, most, measureWidth)).toBe(needed);
  });
});
