import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import type { LaneLabels } from './lane-options.ts';
import { UNKNOWN_KIND, type StreamLane } from './stream-lanes.ts';

/** Texts of the lanes in the user's language. */
export function useLaneLabels(): LaneLabels {
  const { t, i18n } = useTranslation('rooms');
  const { t: states } = useTranslation('states');
  const { t: accidents } = useTranslation('accidents');
  return {
    lane: t('lane', { returnObjects: true }),
    stream: streamWordsIn(i18n),
    stage: {
      wake: t('stage.wake'),
      rem: t('stage.rem'),
      light: t('stage.light'),
      deep: t('stage.deep'),
      asleep: t('stage.asleep'),
      missing: t('stage.missing'),
    },
    posture: states('posture', { returnObjects: true }),
    postureShort: {
      supine: states('postureShort.supine'),
      left: states('postureShort.left'),
      right: states('postureShort.right'),
      prone: states('postureShort.prone'),
      upright: states('postureShort.upright'),
    },
    inBed: t('inBed'),
    outOfBed: t('outOfBed'),
    gap: t('gap'),
    trendUnit: {
      heartRate: t('perMinute'),
      respirationRate: t('perMinute'),
      movement: t('milligravity'),
      temperature: states('celsius'),
    },
    accident: (kind) => accidents(`kind.${kind}`),
    missing: {
      result: t('missing.result'),
      trend: t('missing.trend'),
      signal: t('missing.signal'),
      posture: t('missing.posture'),
      none: t('missing.none'),
      noGap: t('missing.noGap'),
    },
  };
}

/** Named by what it measures. If that is unknown or ambiguous, named as in its file. */
const streamWordsIn =
  (translation: i18n) =>
  ({ kind, ordinal, label }: Pick<StreamLane, 'kind' | 'ordinal' | 'label'>): string => {
    if (label !== null && (kind === UNKNOWN_KIND || ordinal > 1)) return label;
    // The lane of an EIT device has one value for each frame.
    if (kind === 'eit')
      return ordinal === 1
        ? translation.t('eitSum', { ns: 'rooms' })
        : `${translation.t('eitSum', { ns: 'rooms' })} ${ordinal}`;
    const known = translation.getFixedT(null, 'imports');
    // The key type cannot tell whether a kind has a text, so check at run time.
    const name =
      /^[a-z0-9-]{1,40}$/.test(kind) && translation.exists(`kind.${kind}`, { ns: 'imports' })
        ? known(`kind.${kind}` as 'kind.ecg')
        : kind;
    return ordinal === 1 ? name : `${name} ${ordinal}`;
  };

const MINUTE_MS = 60_000;
/** Longer durations are shown in days. */
const DAYS_FROM_MINUTES = 2 * 1440;

/** A duration in hours and minutes, or in a finer unit when it is short. */
export function useLength(): (lengthMs: number) => string {
  const { t } = useTranslation('rooms');
  return (lengthMs) => {
    const minutes = Math.round(lengthMs / MINUTE_MS);
    if (minutes >= DAYS_FROM_MINUTES)
      return t('durationDays', { days: Math.round(minutes / 144) / 10 });
    if (minutes >= 60)
      return t('duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return lengthMs >= 5 * MINUTE_MS
      ? t('durationMinutes', { minutes })
      : t('durationSeconds', { seconds: (lengthMs / 1000).toFixed(lengthMs < 10_000 ? 2 : 0) });
  };
}

type Moments = {
  readonly time: (atMs: number) => string;
  readonly exact: (atMs: number) => string;
  readonly day: (atMs: number) => string;
  readonly night: (night: string) => string;
  readonly weekday: (night: string) => string;
};

/** Times as 24-hour clocks of the zone show them; nights by the date on which they begin. */
export function useMoments(timeZone: string): Moments {
  const { i18n } = useTranslation();
  const of = (options: Intl.DateTimeFormatOptions, zone = timeZone): ((atMs: number) => string) =>
    createDateTimeFormatter(i18n.language, { ...options, timeZone: zone });
  const night = of({ year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'short' }, 'UTC');
  const weekday = of({ month: 'numeric', day: 'numeric', weekday: 'short' }, 'UTC');
  const parseDate = (date: string): number => Date.parse(`${date}T00:00:00Z`);
  return {
    time: of({ hour: '2-digit', minute: '2-digit' }),
    exact: of({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    day: of({ month: 'numeric', day: 'numeric', weekday: 'short' }),
    night: (date) => night(parseDate(date)),
    weekday: (date) => weekday(parseDate(date)),
  };
}
