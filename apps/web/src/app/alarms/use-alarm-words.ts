import { useTranslation } from 'react-i18next';
import type { Alarm } from '../../shared/alarm-sound/alarm.ts';

/** What an alarm is: its kind, and where somebody went long ago and never said more, that too. */
export function useAlarmWords(): (alarm: Pick<Alarm, 'kind' | 'forgotten'>) => string {
  const { t } = useTranslation('alarms');
  const { t: accidents } = useTranslation('accidents');
  return ({ kind, forgotten }) =>
    forgotten ? t('forgotten', { reason: accidents(`kind.${kind}`) }) : accidents(`kind.${kind}`);
}
