import { mayMuteAccident, type RoomAccident } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MUTE_MINUTES } from '../alarms/alarm-sound.ts';
import { useTimed } from '../clock/clock-context.tsx';
import { Popover } from '../form/popover.tsx';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { actorOf } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import css from './accidents.module.css';
import { useAccidentCommand } from './use-accident-command.ts';

type AccidentMuteProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly accident: Pick<RoomAccident, 'id' | 'kind' | 'severity' | 'state' | 'mutedUntil'>;
};

/** Holds the sound of one alarm back for everybody, for some minutes, and shows how many are left: it always comes back. */
export function AccidentMute({ roomId, roomName, domainId, accident }: AccidentMuteProps) {
  const { t } = useTranslation('accidents');
  const { t: alarms } = useTranslation('alarms');
  const command = useAccidentCommand({ ...accident, roomId, roomName });
  const actor = actorOf(useViewer());
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const untilMs = accident.mutedUntil?.getTime() ?? 0;
  const secondsLeft = useTimed((nowMs) => Math.max(0, Math.ceil((untilMs - nowMs) / 1000)));
  if (secondsLeft > 0) {
    return (
      <span className={css['muted']}>
        <ToolIcon name="soundOff" size={16} />
        {t('mute.left', {
          time: `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`,
        })}
      </span>
    );
  }
  // What somebody goes to makes no sound, a lost device is never silent, and who may only look on leaves it to the others.
  if (
    actor === null ||
    accident.state !== 'raised' ||
    accident.kind === 'deviceOffline' ||
    !mayMuteAccident(actor, { domainId, isHome: true })
  )
    return null;
  const mute = (minutes: number): void => {
    setIsOpen(false);
    anchor.current?.focus();
    void command.say('mute', { minutes });
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={css['mute']}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        disabled={command.state !== 'free'}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ToolIcon name="soundOff" size={16} />
        {t('mute.do')}
      </button>
      {isOpen ? (
        <Popover anchor={anchor} label={t('mute.do')} onClose={() => setIsOpen(false)}>
          <div className={css['minutes']}>
            {MUTE_MINUTES.map((minutes) => (
              <button key={minutes} type="button" onClick={() => mute(minutes)}>
                {alarms('muteFor', { minutes })}
              </button>
            ))}
            <p>{t('mute.why')}</p>
          </div>
        </Popover>
      ) : null}
    </>
  );
}
