import { expect, test } from 'vitest';
import { lastNightAt } from './night-summary.ts';

test.each([
  ['2026-11-24T02:00', '12:00', '2026-11-22'],
  ['2026-11-24T03:59', '12:00', '2026-11-22'],
  ['2026-11-24T04:00', '12:00', '2026-11-23'],
  ['2026-11-24T11:59', '12:00', '2026-11-23'],
  ['2026-11-24T12:00', '12:00', '2026-11-23'],
  ['2026-11-24T23:00', '12:00', '2026-11-23'],
  ['2026-11-24T02:00', '00:00', '2026-11-23'],
  ['2026-11-24T08:00', '20:00', '2026-11-23'],
])('the last night at %s, with nights from %s on, is that of %s', (local, nightStartsAt, night) => {
  const nowMs = Date.parse(`${local}:00+09:00`);
  expect(lastNightAt(nowMs, { timeZone: 'Asia/Tokyo', nightStartsAt })).toBe(night);
});
