import { describe, expect, it } from 'vitest';
import { dayAndTime, createDateTimeFormatter, fullDateTime } from './date-time-formatter.ts';

const FIVE_PAST_MIDNIGHT = new Date('2026-11-22T00:05:09+09:00');
const timeZone = 'Asia/Tokyo';

describe('a time as text', () => {
  it.each<[string, Intl.DateTimeFormatOptions, string]>([
    ['ja', fullDateTime('ja'), '2026/11/22(日) 00:05'],
    ['en', fullDateTime('en'), 'Sun, 22 Nov 2026, 00:05'],
    ['ja', dayAndTime('ja'), '2026/11/22 00:05'],
    ['en', dayAndTime('en'), '22 Nov 2026, 00:05'],
    ['ja', { hour: '2-digit', minute: '2-digit', second: '2-digit' }, '00:05:09'],
    ['en', { hour: '2-digit', minute: '2-digit', second: '2-digit' }, '00:05:09'],
    ['ja', { dateStyle: 'medium' }, '2026/11/22'],
    ['en', { dateStyle: 'medium' }, '22 Nov 2026'],
  ])('five minutes after midnight is written in %s with %j', (language, options, words) => {
    expect(createDateTimeFormatter(language, { ...options, timeZone })(FIVE_PAST_MIDNIGHT)).toBe(
      words,
    );
  });

  it('times in message format are accepted', () => {
    const words = createDateTimeFormatter('en', { hour: '2-digit', minute: '2-digit', timeZone });
    expect([words(FIVE_PAST_MIDNIGHT.toISOString()), words(FIVE_PAST_MIDNIGHT.getTime())]).toEqual([
      '00:05',
      '00:05',
    ]);
  });
});
