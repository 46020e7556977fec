import type { TFunction } from 'i18next';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "18分前" for a past instant; a future instant (a clock that runs ahead) counts as now. */
export function formatAgo(t: TFunction<'age'>, at: Date, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - at.getTime()) / 1000));
  if (seconds < 5) return t('now');
  if (seconds < MINUTE) return t('seconds', { count: seconds });
  if (seconds < HOUR) return t('minutes', { count: Math.floor(seconds / MINUTE) });
  if (seconds < DAY)
    return t('hours', {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / MINUTE),
    });
  return t('days', { count: Math.floor(seconds / DAY) });
}

/** "18分前から": how long a state has lasted. */
export function formatSince(t: TFunction<'age'>, at: Date, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - at.getTime()) / 1000));
  if (seconds < 5) return t('sinceNow');
  if (seconds < MINUTE) return t('sinceSeconds', { count: seconds });
  if (seconds < HOUR) return t('sinceMinutes', { count: Math.floor(seconds / MINUTE) });
  if (seconds < DAY)
    return t('sinceHours', {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / MINUTE),
    });
  return t('sinceDays', { count: Math.floor(seconds / DAY) });
}

/** As `formatSince` for narrow places: whole hours. */
export function formatBriefAge(t: TFunction<'age'>, at: Date, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - at.getTime()) / 1000));
  return seconds >= HOUR && seconds < DAY
    ? t('sinceWholeHours', { count: Math.floor(seconds / HOUR) })
    : formatSince(t, at, nowMs);
}

/** The shortest form, for the smallest cards. */
export function formatShortAge(t: TFunction<'age'>, at: Date, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - at.getTime()) / 1000));
  if (seconds < 5) return t('short.now');
  if (seconds < MINUTE) return t('short.seconds', { count: seconds });
  if (seconds < HOUR) return t('short.minutes', { count: Math.floor(seconds / MINUTE) });
  return seconds < DAY
    ? t('short.hours', { count: Math.floor(seconds / HOUR) })
    : t('short.days', { count: Math.floor(seconds / DAY) });
}
