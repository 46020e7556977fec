import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { momentWords } from '../../text/moment-words.ts';
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
import { useBrowserNotices } from '../../shared/notifications/browser-notices-context.tsx';
import bar from '../layout/top-bar.module.css';
import css from './alarms.module.css';
import { noticePermission } from './use-alarm-notices.ts';

/** Whether this browser is heard, on every page; opens what can be done about it. */
export function SoundSign() {
  const { t } = useTranslation('alarms');
  const sound = useAlarmSound();
  const state = useSoundState();
  if (sound === null) return null;
  const isHeard = state.kind === 'ready' || state.kind === 'sounding' || state.kind === 'elsewhere';
  return (
    <Menu
      position="bottom-end"
      width={300}
      shadow="md"
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={bar['sign']}
          data-tone={toneOf(state)}
          data-sound={state.kind}
          title={t(`soundHelp.${state.kind}`)}
        >
          <ToolIcon name={isHeard ? 'sound' : 'soundOff'} size={18} />
          <span className={bar['signWord']}>
            {state.kind === 'muted' ? <Countdown until={state.until} /> : t(`sound.${state.kind}`)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={bar['menu'] ?? ''}>
        <SoundMenu sound={sound} state={state} />
      </Menu.Dropdown>
    </Menu>
  );
}

function toneOf({ kind }: SoundState): 'none' | 'warning' | 'danger' {
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
      <Menu.Label>{t('menu')}</Menu.Label>
      <p className={css['why']}>{t(`soundHelp.${state.kind}`)}</p>
      <Menu.Item
        renderRoot={(root) => (
          <button {...root} type="button" role="menuitemcheckbox" aria-checked={choice.isOn} />
        )}
        leftSection={<ToolIcon name={choice.isOn ? 'check' : 'soundOff'} size={18} />}
        onClick={() => {
          sound.choose({ isOn: !choice.isOn });
          sound.pressed();
        }}
      >
        {t('on')}
      </Menu.Item>
      <Menu.Label>{t('volume')}</Menu.Label>
      <fieldset className={bar['row']} aria-label={t('volume')}>
        {VOLUMES.map((volume) => (
          <Choice
            key={volume}
            chosen={choice.volume === volume}
            onChoose={() => sound.choose({ volume })}
          >
            {t(`volumes.${volume}`)}
          </Choice>
        ))}
      </fieldset>
      <Menu.Item leftSection={<ToolIcon name="sound" size={18} />} onClick={() => sound.tryOut()}>
        {t('tryOut')}
      </Menu.Item>
      {state.kind === 'sounding' ? (
        <>
          <Menu.Divider />
          <Menu.Label>{t('mute')}</Menu.Label>
          <fieldset className={bar['row']} aria-label={t('mute')}>
            {MUTE_MINUTES.map((minutes) => (
              <Choice key={minutes} chosen={false} onChoose={() => sound.mute(minutes)}>
                {t('muteFor', { minutes })}
              </Choice>
            ))}
          </fieldset>
          <p className={css['why']}>{t('muteWhy')}</p>
        </>
      ) : null}
      {state.kind === 'muted' ? (
        <Menu.Item leftSection={<ToolIcon name="sound" size={18} />} onClick={() => sound.unmute()}>
          {t('unmute')}
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <NoticeChoice />
      <PushChoice />
    </>
  );
}

/** Notices of the system: the browser asks the reader once, and keeps the answer. */
function NoticeChoice() {
  const { t } = useTranslation('alarms');
  const [permission, setPermission] = useState(noticePermission);
  if (permission !== 'default')
    return <p className={css['why']}>{t(permission === 'granted' ? 'browserOn' : 'browserOff')}</p>;
  return (
    <Menu.Item
      leftSection={<ToolIcon name="desk" size={18} />}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('browser')}
    </Menu.Item>
  );
}

/** Told while no page is open, by the push service of the browser's maker. */
function PushChoice() {
  const { t, i18n } = useTranslation('alarms');
  const { state, turn } = useBrowserNotices();
  if (state.kind === 'none' || state.kind === 'refused') return null;
  const isOn = state.kind === 'on';
  return (
    <>
      <Menu.Item
        renderRoot={(root) => (
          <button {...root} type="button" role="menuitemcheckbox" aria-checked={isOn} />
        )}
        disabled={state.kind === 'changing'}
        leftSection={<ToolIcon name={isOn ? 'check' : 'desk'} size={18} />}
        onClick={() => turn(!isOn)}
      >
        {t('push.on')}
      </Menu.Item>
      <p className={css['why']}>
        {t('push.why')}
        {state.kind === 'on'
          ? t('push.until', {
              at: momentWords(i18n.language, {
                month: 'numeric',
                day: 'numeric',
                hour: '2-digit',
                minute: '2-digit',
              })(state.until),
            })
          : null}
      </p>
    </>
  );
}

type ChoiceProps = {
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly children: string;
};

const Choice = ({ chosen, onChoose, children }: ChoiceProps) => (
  <Menu.Item
    className={bar['choice']}
    renderRoot={(root) => (
      <button {...root} type="button" role="menuitemradio" aria-checked={chosen} />
    )}
    onClick={onChoose}
  >
    {children}
  </Menu.Item>
);
