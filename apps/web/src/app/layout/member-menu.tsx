import { accessLevelName, ACCESS_LEVEL_WORDS, highestLevelManagedBy } from '@yamori/domain';
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../features/sign-in/session-context.tsx';
import { useCommands } from '../../live/offline/outbox-context.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { useNotifications } from '../../kit/toast/notifications-view.tsx';
import { LANGUAGES, THEMES } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { actorOf } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './top-bar.module.css';

/** Who is signed in, how the page looks and speaks, and the way out. */
export function MemberMenu() {
  const { t, i18n } = useTranslation('frame');
  const { t: routes } = useTranslation('routes');
  const viewer = useViewer();
  const { user } = viewer;
  const navigate = useNavigate();
  const signOut = useSignOut();
  if (user === null) return null;
  const isGuest = user.isAnonymous || user.singleTimeToken !== null;
  const actor = actorOf(viewer);
  const level = isGuest
    ? t('guest')
    : ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
        accessLevelName(user.accessLevel) ?? 'requestMfa'
      ];
  // A provider's own picture lies at another host, from which nothing is loaded.
  const photo = user.photoURL?.startsWith('/') === true ? user.photoURL : null;
  const name = user.displayName === '' ? (user.email ?? '') : user.displayName;
  return (
    <Menu
      position="bottom-end"
      width={280}
      shadow="md"
      closeOnItemClick
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={css['member']}>
          {photo === null ? (
            <span className={css['avatar']} aria-hidden="true">
              {Array.from(name)[0]}
            </span>
          ) : (
            <img src={photo} alt="" className={css['avatar']} />
          )}
          <span className={css['who']}>
            {name}
            <small>{level}</small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={css['menu'] ?? ''}>
        <Menu.Label>
          {name} · {level}
        </Menu.Label>
        <Menu.Item
          leftSection={<ToolIcon name="account" size={18} />}
          onClick={() => void navigate({ to: '/account-info' })}
        >
          {routes('account-info.title')}
        </Menu.Item>
        {actor === null || highestLevelManagedBy(actor) === null ? null : (
          <Menu.Item
            leftSection={<ToolIcon name="plus" size={18} />}
            onClick={() => void navigate({ to: '/register' })}
          >
            {t('invite')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        <ThemeChoice />
        <Menu.Label>{t('language')}</Menu.Label>
        <LanguageChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<ToolIcon name="signOut" size={18} />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('frame');
  const [{ theme }, change] = usePreferences();
  return (
    <fieldset className={css['row']} aria-label={t('theme')}>
      {THEMES.map((name) => (
        <Choice key={name} chosen={theme === name} onChoose={() => change({ theme: name })}>
          {t(`themes.${name}`)}
        </Choice>
      ))}
    </fieldset>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('frame');
  const [{ language }, change] = usePreferences();
  return (
    <fieldset className={css['row']} aria-label={t('language')}>
      {LANGUAGES.map((name) => (
        <Choice
          key={name}
          chosen={language === name}
          lang={name}
          onChoose={() => change({ language: name })}
        >
          {t(`languages.${name}`)}
        </Choice>
      ))}
    </fieldset>
  );
}

type ChoiceProps = {
  readonly chosen: boolean;
  readonly lang?: string;
  readonly onChoose: () => void;
  readonly children: string;
};

/**
 * One of several in the menu, reached by the arrow keys as everything in it; the menu stays open to
 * show what it does.
 */
const Choice = ({ chosen, lang, onChoose, children }: ChoiceProps) => (
  <Menu.Item
    className={css['choice']}
    closeMenuOnClick={false}
    renderRoot={(root) => (
      <button {...root} type="button" role="menuitemradio" aria-checked={chosen} lang={lang} />
    )}
    onClick={onChoose}
  >
    {children}
  </Menu.Item>
);

function useSignOut(): () => void {
  const { t } = useTranslation('frame');
  const [, session] = useSession();
  const notifications = useNotifications();
  const { t: offline } = useTranslation('offline');
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const count = useCommands().length;
  const leave = async (): Promise<void> => {
    const question = {
      title: offline('leave.title'),
      message: offline('leave.message', { count }),
      ok: offline('leave.do'),
      kind: 'danger' as const,
    };
    if (count > 0 && !(await dialogs.confirm(question))) return;
    const { kind } = await session.signOut();
    // Not back to this page: the next to sign in here may be somebody else.
    if (kind === 'done') await navigate({ to: '/login', replace: true });
    if (kind === 'refused') notifications.show({ type: 'negative', message: t('signOutFailed') });
  };
  return () => void leave();
}
