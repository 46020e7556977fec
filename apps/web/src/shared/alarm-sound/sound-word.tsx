import { useTranslation } from 'react-i18next';
import { useAlarmSound, useSoundState, useWaitingAlarms } from './alarm-context.tsx';
import { useAlarmLabel } from './use-alarm-label.ts';

/** The state of the sound in a few words; the bar names the alarm that sounds. */
export function SoundWord() {
  const { t } = useTranslation('alarms');
  const state = useSoundState();
  return (
    <span data-sound={state.kind}>
      {useAlarmSound() === null ? t('sound.off') : t(`sound.${state.kind}`)}
    </span>
  );
}

/** "208号室 呼び出し", the alarm whose tone is played; null while none is. */
export function useSoundingAlarm(): string | null {
  const { t } = useTranslation('alarms');
  const words = useAlarmLabel();
  const state = useSoundState();
  const waiting = useWaitingAlarms();
  if (state.kind !== 'sounding') return null;
  const alarm = waiting.find(({ id }) => id === state.alarmId);
  return alarm === undefined ? null : t('notice', { room: alarm.roomName, reason: words(alarm) });
}
