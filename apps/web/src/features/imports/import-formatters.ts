import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import { sizeParts } from '../../kit/form/file-choice.ts';
import type { RecordingStart } from './reading/file-check.ts';

const DAY_SECONDS = 86_400;

/** Formats the length of a recording. */
export function useLengthFormatter(): (seconds: number) => string {
  const { t } = useTranslation('imports');
  return (seconds) => {
    const whole = Math.round(seconds);
    if (whole >= 4 * DAY_SECONDS)
      return t('length.days', { days: Math.round((whole / DAY_SECONDS) * 10) / 10 });
    if (whole >= 3600)
      return t('length.hours', {
        hours: Math.floor(whole / 3600),
        minutes: Math.floor((whole % 3600) / 60),
      });
    if (whole >= 60)
      return t('length.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
    return t('length.seconds', { seconds: Math.round(seconds * 10) / 10 });
  };
}

export function useSizeFormatter(): (bytes: number) => string {
  const { t } = useTranslation('form');
  return (bytes) => t('fileSize', sizeParts(bytes));
}

/** The name of what a stream measures; a stream of an unknown kind keeps its name in the file. */
export function useKindLabel(): (kind: string, label?: string) => string {
  const { t, i18n } = useTranslation('imports');
  // The key type cannot tell whether a kind has a text, so check at run time.
  return (kind, label = '') =>
    /^[a-z0-9-]{1,40}$/.test(kind) && i18n.exists(`kind.${kind}`, { ns: 'imports' })
      ? t(`kind.${kind}` as 'kind.ecg')
      : label.trim() === ''
        ? kind
        : label;
}

/** Formats rates; below one a second as a rate per minute or an interval. */
export function useRateFormatter(): (sampleRateHz: number) => string {
  const { t } = useTranslation('imports');
  return (rate) => {
    if (!(rate > 0)) return t('check.events');
    if (rate >= 1) return t('check.rate', { rate: rounded(rate) });
    const perMinute = rate * 60;
    if (perMinute >= 0.999) return t('check.perMinute', { count: rounded(perMinute) });
    const days = rounded(1 / rate / DAY_SECONDS);
    if (Number.isInteger(days)) return t('check.everyDays', { count: days });
    return perMinute < 0.5
      ? t('check.everyMinutes', { minutes: rounded(1 / perMinute) })
      : t('check.everySeconds', { seconds: rounded(1 / rate) });
  };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

type Format = (atMs: number) => string;

/** Formats times in a zone. */
export function useMoments(timeZone: string) {
  const { t, i18n } = useTranslation('imports');
  const day = createDateTimeFormatter(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  });
  const clock = createDateTimeFormatter(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const minute: Format = createDateTimeFormatter(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const night = createDateTimeFormatter(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    timeZone: 'UTC',
  });
  return {
    minute,
    /** Omits the second date if both times are on the same day. */
    period: (fromMs: number, toMs: number): string =>
      t('check.range', {
        from: minute(fromMs),
        to: day(fromMs) === day(toMs) ? clock(toMs) : minute(toMs),
      }),
    time: createDateTimeFormatter(i18n.language, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
    }),
    night: (date: string): string => night(Date.parse(`${date}T00:00:00Z`)),
  };
}

/** A start without a zone is shown unchanged: format its milliseconds as UTC. */
export function toLocalStart(
  start: RecordingStart,
  timeZone: string,
): { readonly atMs: number; readonly zone: string } | null {
  switch (start.kind) {
    case 'unknown':
      return null;
    case 'instant':
      return { atMs: start.atMs, zone: timeZone };
    case 'local': {
      const atMs = Date.parse(
        /(Z|[+-]\d\d:?\d\d)$/.test(start.text) ? start.text : `${start.text}Z`,
      );
      return Number.isNaN(atMs)
        ? null
        : { atMs, zone: /(Z|[+-]\d\d:?\d\d)$/.test(start.text) ? timeZone : 'UTC' };
    }
  }
}
