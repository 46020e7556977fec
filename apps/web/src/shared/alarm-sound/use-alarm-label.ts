import { useTranslation } from 'react-i18next';
import type { Alarm } from './alarm.ts';

/** The label of an alarm: its kind, and whether its response is overdue. */
export function useAlarmLabel(): (alarm: Pick<Alarm, 'kind' | 'forgotten'>) => string {
  const { t } = useTranslation('alarms');
  const { t: accidents } = useTranslation('accidents');
  return ({ kind, forgotten }) =>
    forgotten ? t('forgotten', { reason: accidents(`kind.${kind}`) }) : accidents(`kind.${kind}`);
}
