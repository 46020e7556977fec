import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslation } from '../../locales/translation.ts';
import { createRules, TEXT_RULES, type Rules } from './form-rules.ts';

let rules: Rules;
let english: Rules;
beforeAll(async () => {
  rules = createRules((await startTranslation('ja')).getFixedT('ja', 'validation'));
  english = createRules((await startTranslation('en')).getFixedT('en', 'validation'));
});

describe('createRules', () => {
  it.each<[keyof typeof TEXT_RULES, string, string, string]>([
    ['date', '2026/11/21', '2026/02/29', '日付は 2026/11/21 の形で入力してください。'],
    ['time', '23:59', '24:00', '時刻は 00:00 から 23:59 までで入力してください。'],
    ['fullTime', '23:59:59', '24:00:00', '時刻は 00:00:00 から 23:59:59 までで入力してください。'],
    [
      'dateTime',
      '2026/11/21 09:05',
      '2026/11/21',
      '日時は 2026/11/21 09:05 の形で入力してください。',
    ],
    ['email', 'night+3@example.jp', 'night@', 'メールアドレスの形が正しくありません。'],
    ['hexColour', '#46c9ae', '#46c9a', '色は #46c9ae の形で入力してください。'],
    [
      'rgbColour',
      'rgb(70, 201, 174)',
      'rgb(256, 0, 0)',
      '色は rgb(70, 201, 174) の形で入力してください。',
    ],
    [
      'rgbaColour',
      'rgba(70, 201, 174, 0.5)',
      'rgba(0, 0, 0, 2)',
      '色は rgba(70, 201, 174, 0.5) の形で入力してください。',
    ],
    [
      'hexOrRgbColour',
      'rgb(0,0,0)',
      'rgba(0,0,0,1)',
      '色は #46c9ae か rgb(70, 201, 174) の形で入力してください。',
    ],
    [
      'hexOrRgbaColour',
      'rgba(0,0,0,1)',
      'red',
      '色は #46c9ae か rgba(70, 201, 174, 0.5) の形で入力してください。',
    ],
  ])('%s accepts %s, rejects %s, and accepts an empty value', (name, right, wrong, words) => {
    expect([rules[name](right), rules[name](wrong), rules[name]('')]).toEqual([true, words, true]);
    expect(english[name](wrong)).toMatch(/^Invalid /);
  });

  it.each<[unknown, boolean]>([
    ['a', true],
    ['', false],
    [' \u3000', false],
    [0, true],
    [null, false],
    [undefined, false],
    [true, true],
    [false, false],
    [[], false],
    [['a'], true],
    [new Date(0), true],
  ])('the rules required and chosen accept %j: %s', (value, met) => {
    expect(rules.required(value)).toBe(met ? true : '入力してください。');
    expect(rules.chosen(value)).toBe(met ? true : '選んでください。');
    expect(english.required(value)).toBe(met ? true : 'Required');
  });

  it('atLeast and atMost count characters', () => {
    expect(['', 'ab', 'abc'].map(rules.atLeast(3))).toEqual([
      true,
      '3文字以上で入力してください。',
      true,
    ]);
    expect(['', 'abc', 'abcd'].map(rules.atMost(3))).toEqual([
      true,
      true,
      '3文字以内で入力してください。',
    ]);
  });

  it('numberBetween has two limits', () => {
    expect([null, 29, 30, 45, 46].map(rules.numberBetween(30, 45))).toEqual([
      true,
      '30以上の数値を入力してください。',
      true,
      true,
      '45以下の数値を入力してください。',
    ]);
  });

  it.each([
    ['', '', '', true],
    ['2026/11/21', '', '', true],
    ['2026/11/09', '2026/11/10', '2026/11/20', '2026/11/10以降の日付にしてください。'],
    ['2026/11/10', '2026/11/10', '2026/11/20', true],
    ['2026/11/20', '2026/11/10', '2026/11/20', true],
    ['2026/11/21', '2026/11/10', '2026/11/20', '2026/11/20以前の日付にしてください。'],
    ['2026/11', '2026/11/10', '', '日付は 2026/11/21 の形で入力してください。'],
  ])('dateBetween of %s from %s to %s is %s', (text, first, last, outcome) =>
    expect(rules.dateBetween(first, last)(text)).toBe(outcome),
  );

  it.each([
    ['', '', true],
    ['2026/11/21', '', true],
    ['', '2026/11/21', true],
    ['2026/11/21', '2026/11/21', true],
    ['2026/11/22', '2026/11/21', '2026/11/22以降の日付にしてください。'],
    ['2026', '2026/11/21', '日付は 2026/11/21 の形で入力してください。'],
    ['2026/11/21', 'x', '日付は 2026/11/21 の形で入力してください。'],
  ])('dateSpan of %s to %s is %s', (from, to, outcome) =>
    expect(rules.dateSpan({ from, to })).toBe(outcome),
  );
});
