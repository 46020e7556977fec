import { useTranslation } from 'react-i18next';
import { useAlarmSound, useSoundState } from './alarm-context.tsx';

/** Whether anything is heard of what is listed beside it, in a few words. */
export function SoundWord() {
  const { t } = useTranslation('alarms');
  const state = useSoundState();
  return (
    <span data-sound={state.kind}>
      {useAlarmSound() === null ? t('sound.off') : t(`sound.${state.kind}`)}
    </span>
  );
}
