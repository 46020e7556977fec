import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter } from '../../locales/date-time-formatter.ts';
import {
  useAlarmSound,
  useSoundChoice,
  useSoundState,
} from '../../shared/alarm-sound/alarm-context.tsx';
import {
  MUTE_MINUTES,
  VOLUMES,
  type AlarmSound,
  type SoundState,
} from '../../shared/alarm-sound/alarm-sound.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import {
  Menu,
  MenuChoices,
  MenuDivider,
  MenuItem,
  MenuLabel,
  MenuText,
} from '../../kit/menu/menu.tsx';
import { useBrowserNotices } from '../../shared/notifications/browser-notices-context.tsx';
import bar from '../layout/top-bar.module.css';
import css from './alarms.module.css';
import { useSoundingAlarm } from '../../shared/alarm-sound/sound-word.tsx';
import { noticePermission } from './use-alarm-notices.ts';

/** Shows on every page whether alarms sound in this browser, with a menu of settings. */
export function SoundIndicator() {
  const { t } = useTranslation('alarms');
  const sound = useAlarmSound();
  const state = useSoundState();
  const sounding = useSoundingAlarm();
  if (sound === null) return null;
  const isHeard = state.kind === 'ready' || state.kind === 'sounding' || state.kind === 'elsewhere';
  return (
    <Menu
      className={bar['sign']}
      data-tone={getTone(state)}
      data-sound={state.kind}
      title={
        sounding === null ? t(`soundHelp.${state.kind}`) : `${sounding} ${t('soundHelp.sounding')}`
      }
      button={
        <>
          <ToolIcon name={isHeard ? 'sound' : 'soundOff'} size={18} />
          <span className={bar['signWord']}>
            {state.kind === 'muted' ? <Countdown until={state.until} /> : t(`sound.${state.kind}`)}
            {sounding === null ? null : (
              <span className={bar['signDetail']}>{t('soundOf', { alarm: sounding })}</span>
            )}
          </span>
        </>
      }
    >
      <SoundMenu sound={sound} state={state} />
    </Menu>
  );
}

function getTone({ kind }: SoundState): 'none' | 'warning' | 'danger' {
  if (kind === 'sounding') return 'danger';
  return kind === 'blocked' || kind === 'muted' ? 'warning' : 'none';
}

/** Minutes and seconds until it sounds again. */
function Countdown({ until }: { readonly until: Date }) {
  const { t } = useTranslation('alarms');
  const seconds = useTimed((nowMs) => Math.max(0, Math.ceil((until.getTime() - nowMs) / 1000)));
  return (
    <span className={css['countdown']}>
      {t('left', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}
    </span>
  );
}

function SoundMenu({ sound, state }: { readonly sound: AlarmSound; readonly state: SoundState }) {
  const { t } = useTranslation('alarms');
  const choice = useSoundChoice();
  return (
    <>
      <MenuLabel>{t('menu')}</MenuLabel>
      <MenuText>{t(`soundHelp.${state.kind}`)}</MenuText>
      <MenuItem
        checked={choice.isOn}
        icon={<ToolIcon name={choice.isOn ? 'check' : 'soundOff'} size={18} />}
        onChoose={() => {
          sound.choose({ isOn: !choice.isOn });
          sound.pressed();
        }}
      >
        {t('on')}
      </MenuItem>
      <MenuChoices
        label={t('volume')}
        choices={VOLUMES.map((value) => ({ value, label: t(`volumes.${value}`) }))}
        chosen={choice.volume}
        onChoose={(volume) => sound.choose({ volume })}
      />
      <MenuItem
        staysOpen
        icon={<ToolIcon name="sound" size={18} />}
        onChoose={() => sound.tryOut()}
      >
        {t('tryOut')}
      </MenuItem>
      {state.kind === 'sounding' ? (
        <>
          <MenuDivider />
          <MenuChoices
            label={t('mute')}
            choices={MUTE_MINUTES.map((value) => ({
              value,
              label: t('muteFor', { minutes: value }),
            }))}
            chosen={null}
            onChoose={(minutes) => sound.mute(minutes)}
          />
          <MenuText>{t('muteWhy')}</MenuText>
        </>
      ) : null}
      {state.kind === 'muted' ? (
        <MenuItem
          staysOpen
          icon={<ToolIcon name="sound" size={18} />}
          onChoose={() => sound.unmute()}
        >
          {t('unmute')}
        </MenuItem>
      ) : null}
      <MenuDivider />
      <NoticeChoice />
      <PushChoice />
    </>
  );
}

/** Notifications of the operating system. The browser asks once and remembers the answer. */
function NoticeChoice() {
  const { t } = useTranslation('alarms');
  const [permission, setPermission] = useState(noticePermission);
  if (permission !== 'default')
    return <MenuText>{t(permission === 'granted' ? 'browserOn' : 'browserOff')}</MenuText>;
  return (
    <MenuItem
      staysOpen
      icon={<ToolIcon name="desk" size={18} />}
      onChoose={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('browser')}
    </MenuItem>
  );
}

/** Push messages, which arrive while no page is open. */
function PushChoice() {
  const { t, i18n } = useTranslation('alarms');
  const { state, turn } = useBrowserNotices();
  if (state.kind === 'none' || state.kind === 'refused') return null;
  const isOn = state.kind === 'on';
  return (
    <>
      <MenuItem
        checked={isOn}
        disabled={state.kind === 'changing'}
        icon={<ToolIcon name={isOn ? 'check' : 'desk'} size={18} />}
        onChoose={() => turn(!isOn)}
      >
        {t('push.on')}
      </MenuItem>
      <MenuText>
        {t('push.why')}
        {state.kind === 'on'
          ? t('push.until', {
              at: createDateTimeFormatter(i18n.language, {
                month: 'numeric',
                day: 'numeric',
                hour: '2-digit',
                minute: '2-digit',
              })(state.until),
            })
          : null}
      </MenuText>
    </>
  );
}
