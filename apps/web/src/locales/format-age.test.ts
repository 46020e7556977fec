import { describe, expect, it } from 'vitest';
import { formatAgo, formatBriefAge, formatShortAge, formatSince } from './format-age.ts';
import { startTranslation } from './translation.ts';

const translation = await startTranslation('ja');
const t = translation.getFixedT('ja', 'age');
const english = (await startTranslation('en')).getFixedT('en', 'age');
const at = new Date('2026-11-21T03:00:00+09:00');
const after = (seconds: number): number => at.getTime() + seconds * 1000;

describe('ages as text', () => {
  it.each([
    [-60, 'たった今'],
    [0, 'たった今'],
    [4, 'たった今'],
    [5, '5秒前'],
    [59, '59秒前'],
    [60, '1分前'],
    [18 * 60, '18分前'],
    [3 * 3600 + 5 * 60, '3時間5分前'],
    [2 * 86400, '2日前'],
  ])('%i s is %s', (seconds, words) => expect(formatAgo(t, at, after(seconds))).toBe(words));

  it('the start of a state is given as an age', () =>
    expect(formatSince(t, at, after(18 * 60))).toBe('18分前から'));

  it('the brief form counts whole hours', () => {
    expect(formatBriefAge(t, at, after(3 * 3600 + 59 * 60))).toBe('3時間前から');
    expect(formatBriefAge(t, at, after(40))).toBe('40秒前から');
  });

  it.each([
    [0, 'たった今', 'now'],
    [52, '52秒前', '52 s'],
    [18 * 60, '18分前', '18 min'],
    [12 * 3600 + 59 * 60, '12時間前', '12 h'],
    [3 * 86400, '3日前', '3 d'],
  ])('the smallest cards show, after %i s, %s and %s', (seconds, japanese, inEnglish) => {
    expect([
      formatShortAge(t, at, after(seconds)),
      formatShortAge(english, at, after(seconds)),
    ]).toEqual([japanese, inEnglish]);
  });
});
