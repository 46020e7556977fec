import type { useTranslation } from 'react-i18next';
import type { TimeScale } from '../../live/chart/chart-spec.ts';

type Translate = ReturnType<typeof useTranslation<'raw'>>['t'];

/** The speed of a trace: "25 mm/秒", "30秒", "10分". */
export function speedWord(t: Translate, speed: TimeScale): string {
  return speed.kind === 'mmPerSecond'
    ? t('tools.mmPerSecond', { value: speed.value })
    : spanWord(t, speed.seconds);
}

/** A duration in its largest whole unit. */
export function spanWord(t: Translate, seconds: number): string {
  if (seconds >= 3600) return t('tools.hours', { value: seconds / 3600 });
  return seconds > 60
    ? t('tools.minutes', { value: seconds / 60 })
    : t('tools.seconds', { value: seconds });
}
