import { MUTE_REASONS, mayMuteAccident, type MuteReason, type RoomAccident } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MUTE_MINUTES } from '../alarm-sound/alarm-sound.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import { Popover } from '../../kit/popover/popover.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { toActor } from '../viewer/viewer-actor.ts';
import { useViewer } from '../viewer/viewer-context.tsx';
import css from './accidents.module.css';
import { useAlarmCommand } from './use-alarm-command.ts';

type AlarmMuteProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly domainId: string;
  readonly accident: Pick<
    RoomAccident,
    'id' | 'kind' | 'severity' | 'state' | 'mutedUntil' | 'raisedAt' | 'lastAt'
  >;
};

/**
 * A menu that silences one alarm on all screens for some minutes, for a stated reason. While it is
 * silent, the time left is shown: the sound always comes back.
 */
export function AlarmMute({ roomId, roomName, domainId, accident }: AlarmMuteProps) {
  const { t } = useTranslation('accidents');
  const command = useAlarmCommand({ ...accident, roomId, roomName });
  const actor = toActor(useViewer());
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const untilMs = accident.mutedUntil?.getTime() ?? 0;
  const secondsLeft = useTimed((nowMs) => Math.max(0, Math.ceil((untilMs - nowMs) / 1000)));
  if (secondsLeft > 0) return <MutedFor seconds={secondsLeft} />;
  // An alarm with a responder makes no sound, and the alarm of a lost device cannot be muted.
  if (
    actor === null ||
    accident.state !== 'raised' ||
    accident.kind === 'deviceOffline' ||
    !mayMuteAccident(actor, { domainId })
  )
    return null;
  const mute = (minutes: number, reason: MuteReason): void => {
    setIsOpen(false);
    anchor.current?.focus();
    void command.say('mute', { minutes, reason });
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={css['more']}
        aria-label={t('mute.menu', { room: roomName })}
        title={t('mute.menu', { room: roomName })}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        disabled={command.state !== 'free'}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ToolIcon name="more" size={20} />
      </button>
      {isOpen ? (
        <Popover anchor={anchor} label={t('mute.do')} onClose={() => setIsOpen(false)}>
          <MuteForm onMute={mute} />
        </Popover>
      ) : null}
    </>
  );
}

function MutedFor({ seconds }: { readonly seconds: number }) {
  const { t } = useTranslation('accidents');
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span className={css['muted']}>
      <ToolIcon name="soundOff" size={16} />
      {t('mute.left', { time })}
    </span>
  );
}

type MuteFormProps = { readonly onMute: (minutes: number, reason: MuteReason) => void };

function MuteForm({ onMute }: MuteFormProps) {
  const { t } = useTranslation('accidents');
  const { t: alarms } = useTranslation('alarms');
  const [reason, setReason] = useState<MuteReason | null>(null);
  return (
    <div className={css['muteForm']}>
      <strong>{t('mute.do')}</strong>
      <p>{t('mute.why')}</p>
      <fieldset>
        <legend>{t('mute.reason')}</legend>
        {MUTE_REASONS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="muteReason"
              checked={reason === each}
              onChange={() => setReason(each)}
            />
            {t(`mute.reasons.${each}`)}
          </label>
        ))}
      </fieldset>
      <div className={css['minutes']}>
        {MUTE_MINUTES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            disabled={reason === null}
            onClick={() => {
              if (reason !== null) onMute(minutes, reason);
            }}
          >
            {alarms('muteFor', { minutes })}
          </button>
        ))}
      </div>
    </div>
  );
}
