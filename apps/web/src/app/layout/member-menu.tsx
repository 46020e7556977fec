import { accessLevelName, ACCESS_LEVEL_WORDS, highestLevelManagedBy } from '@yamori/domain';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../features/sign-in/session-context.tsx';
import { useCommands } from '../../live/offline/outbox-context.tsx';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem, MenuLabel } from '../../kit/menu/menu.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { LANGUAGES, THEMES } from '../../kit/theme/preferences.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import css from './top-bar.module.css';

/** The member, appearance and language of the page, and sign-out. */
export function MemberMenu() {
  const { t, i18n } = useTranslation('frame');
  const { t: routes } = useTranslation('routes');
  const viewer = useViewer();
  const { user } = viewer;
  const navigate = useNavigate();
  const signOut = useSignOut();
  if (user === null) return null;
  const isGuest = user.isAnonymous || user.singleTimeToken !== null;
  const actor = toActor(viewer);
  const level = isGuest
    ? t('guest')
    : ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'][
        accessLevelName(user.accessLevel) ?? 'requestMfa'
      ];
  // A provider's picture is on another host, from which nothing is loaded.
  const photo = user.photoURL?.startsWith('/') === true ? user.photoURL : null;
  const name = user.displayName === '' ? (user.email ?? '') : user.displayName;
  return (
    <Menu
      className={css['member']}
      button={
        <>
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
        </>
      }
    >
      <MenuLabel>
        {name} · {level}
      </MenuLabel>
      <MenuItem
        icon={<ToolIcon name="account" size={18} />}
        onChoose={() => void navigate({ to: '/account-info' })}
      >
        {routes('account-info.title')}
      </MenuItem>
      {actor === null || highestLevelManagedBy(actor) === null ? null : (
        <MenuItem
          icon={<ToolIcon name="plus" size={18} />}
          onChoose={() => void navigate({ to: '/register' })}
        >
          {t('invite')}
        </MenuItem>
      )}
      <MenuDivider />
      <Appearance />
      <MenuDivider />
      <MenuItem icon={<ToolIcon name="signOut" size={18} />} onChoose={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

function Appearance() {
  const { t } = useTranslation('frame');
  const [{ theme, language }, change] = usePreferences();
  return (
    <>
      <MenuChoices
        label={t('theme')}
        choices={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        chosen={theme}
        onChoose={(value) => change({ theme: value })}
      />
      <MenuChoices
        label={t('language')}
        choices={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`), lang: value }))}
        chosen={language}
        onChoose={(value) => change({ language: value })}
      />
    </>
  );
}

function useSignOut(): () => void {
  const { t } = useTranslation('frame');
  const [, session] = useSession();
  const toasts = useToasts();
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
    // Not back to this page: the next user of this browser may be another person.
    if (kind === 'done') await navigate({ to: '/login', replace: true });
    if (kind === 'refused') toasts.show({ type: 'negative', message: t('signOutFailed') });
  };
  return () => void leave();
}
