import { describe, expect, it } from 'vitest';
import { lineFault, oneLine } from './one-line.ts';

describe('oneLine', () => {
  it.each([
    '夜勤の一覧',
    '髙橋　葵',
    "O'Neil",
    '👩‍⚕️',
    '101',
    'é',
    'שלום',
    '\ue000',
    '\u200f1\u200e',
    'ー',
    '…',
  ])('accepts %s', (text) => {
    expect(lineFault(text)).toBeNull();
    expect(oneLine(20).safeParse(text).success).toBe(true);
  });

  it('an empty text has no line fault', () => {
    expect(lineFault('')).toBeNull();
    expect(oneLine(20).parse('  ')).toBe('');
    expect(oneLine(20).min(1).safeParse(' 　').success).toBe(false);
  });

  it.each(['a\nb', 'a\u2028b', '\u202eab', 'a\u2066b\u2069'])('rejects %j as broken', (text) => {
    expect(lineFault(text)).toBe('line-broken');
  });

  it.each(['\u200b', '\u200b\u200c\u200d', '\u00ad', '\u115f\u1160', '\ufe0f', '\u2800'])(
    'rejects %j as invisible',
    (text) => {
      expect(lineFault(text)).toBe('line-unseen');
      expect(oneLine(20).safeParse(text).success).toBe(false);
    },
  );

  it('trims spaces and enforces the maximum length', () => {
    expect(oneLine(3).parse(' 夜勤 ')).toBe('夜勤');
    expect(oneLine(3).safeParse('夜勤一覧').success).toBe(false);
  });
});
