import { useTranslation } from 'react-i18next';
import { momentWords } from '../../text/moment-words.ts';
import { sizeParts } from '../../kit/form/file-choice.ts';
import type { RecordingStart } from './reading/file-check.ts';

const DAY_SECONDS = 86_400;

/** How long a recording is. */
export function useLengthWords(): (seconds: number) => string {
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

export function useSizeWords(): (bytes: number) => string {
  const { t } = useTranslation('form');
  return (bytes) => t('fileSize', sizeParts(bytes));
}

/**
 * What a stream measures; a kind that nobody has words for is told by the name that its file has
 * for it.
 */
export function useKindWords(): (kind: string, label?: string) => string {
  const { t, i18n } = useTranslation('imports');
  // Whether the kind has words is asked at run time; the keys' type cannot know it.
  return (kind, label = '') =>
    /^[a-z0-9-]{1,40}$/.test(kind) && i18n.exists(`kind.${kind}`, { ns: 'imports' })
      ? t(`kind.${kind}` as 'kind.ecg')
      : label.trim() === ''
        ? kind
        : label;
}

/** Rates as people say them: below one a second by the minute or by the time between. */
export function useRateWords(): (sampleRateHz: number) => string {
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

/** Moments on the clocks of a zone. */
export function useMoments(timeZone: string) {
  const { t, i18n } = useTranslation('imports');
  const day = momentWords(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  });
  const clock = momentWords(i18n.language, { hour: '2-digit', minute: '2-digit', timeZone });
  const minute: Format = momentWords(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const night = momentWords(i18n.language, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    timeZone: 'UTC',
  });
  return {
    minute,
    /** Within a day its date stands once. */
    period: (fromMs: number, toMs: number): string =>
      t('check.range', {
        from: minute(fromMs),
        to: day(fromMs) === day(toMs) ? clock(toMs) : minute(toMs),
      }),
    time: momentWords(i18n.language, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
    }),
    night: (date: string): string => night(Date.parse(`${date}T00:00:00Z`)),
  };
}

/** A start that has no zone is written as it stands: as milliseconds of clocks that show UTC. */
export function startOf(
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
