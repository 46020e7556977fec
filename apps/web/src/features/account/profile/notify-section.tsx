import type { NotificationChannels, Profile } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../../call-outcome.ts';
import { createDateTimeFormatter } from '../../../locales/date-time-formatter.ts';
import { ToggleField } from '../../../kit/form/check-field.tsx';
import { useBrowserNotices } from '../../../shared/notifications/browser-notices-context.tsx';
import type { BrowserNoticeState } from '../../../shared/notifications/browser-notices.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { QueryBoundary } from '../../../kit/pages/loaded.tsx';
import { PageSection } from '../../../kit/pages/page-section.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { useProfile, useChangeNotify, useNotificationChannels } from '../api.ts';
import css from './profile.module.css';

/**
 * How members are notified while no page is open: only by channels that this installation has and
 * that work.
 */
export function NotifySection() {
  const { t } = useTranslation('profile');
  const profile = useProfile();
  const channels = useNotificationChannels();
  // Only members get notifications.
  if (profile.data?.isMember === false) return null;
  return (
    <PageSection title={t('notify.title')} lead={t('notify.lead')}>
      <QueryBoundary query={profile}>
        {(known) => (
          <QueryBoundary query={channels}>
            {(offered) => <Channels profile={known} channels={offered} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </PageSection>
  );
}

function Channels({
  profile,
  channels,
}: {
  readonly profile: Profile;
  readonly channels: NotificationChannels;
}) {
  const { t, i18n } = useTranslation('profile');
  const browser = useBrowserNotices();
  const { notify, change, busy } = useNotify(profile);
  const pushHint = (state: BrowserNoticeState): string => {
    if (state.kind === 'on')
      return t('notify.pushUntil', {
        at: createDateTimeFormatter(i18n.language, {
          month: 'numeric',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        })(state.until),
      });
    return t(state.kind === 'refused' ? 'notify.pushRefused' : 'notify.pushWhy');
  };
  const hasPush = browser.state.kind !== 'none';
  if (!hasPush && channels.mail === null && channels.line === null)
    return <p className={css['hint']}>{t('notify.none')}</p>;
  return (
    <div className={css['choices']}>
      {hasPush ? (
        <ToggleField
          label={t('notify.push')}
          name="push"
          checked={browser.state.kind === 'on'}
          disabled={browser.state.kind === 'refused' || browser.state.kind === 'changing'}
          hint={pushHint(browser.state)}
          onChange={browser.turn}
        />
      ) : null}
      {channels.mail === null ? null : (
        <ToggleField
          label={t('notify.email')}
          name="email"
          checked={notify.email && channels.mail === 'ready'}
          disabled={busy || channels.mail !== 'ready'}
          hint={
            channels.mail === 'ready'
              ? t('notify.emailTo', { email: profile.email ?? '' })
              : t('notify.emailUnproven')
          }
          onChange={(email) => change({ email })}
        />
      )}
      {channels.line === null ? null : (
        <ToggleField
          label={t('notify.line')}
          name="line"
          checked={notify.line && channels.line === 'ready'}
          disabled={busy || channels.line !== 'ready'}
          hint={t(channels.line === 'ready' ? 'notify.lineWhy' : 'notify.lineUnlinked')}
          onChange={(line) => change({ line })}
        />
      )}
      <ToggleField
        label={t('notify.deviceFault')}
        name="deviceFault"
        checked={notify.deviceFault}
        disabled={busy}
        hint={t('notify.deviceFaultWhy')}
        onChange={(deviceFault) => change({ deviceFault })}
      />
    </div>
  );
}

/** The member's choice; a change is sent immediately and reverts if the server refuses it. */
function useNotify({ notify }: Profile) {
  const changeNotify = useChangeNotify();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [changing, setChanging] = useState<Profile['notify'] | null>(null);
  const send = async (wanted: Profile['notify']): Promise<void> => {
    setChanging(wanted);
    const outcome = await attempt(() => changeNotify(wanted));
    if (outcome.kind === 'refused')
      toasts.show({
        id: 'notify',
        type: 'negative',
        message: formatProblem(outcome.problem),
      });
    setChanging(null);
  };
  return {
    notify: changing ?? notify,
    busy: changing !== null,
    change: (part: Partial<Profile['notify']>) => void send({ ...notify, ...part }),
  };
}
