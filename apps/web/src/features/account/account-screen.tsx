import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/pages/page-state.tsx';
import css from './account.module.css';
import type { ComponentType } from 'react';
import { IdentitySection } from './identity-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { DeletionSection } from './profile/deletion-section.tsx';
import { EmailSection } from './profile/email-section.tsx';
import { GuestSection, ProfileSection, LanguageSection } from './profile/profile-section.tsx';
import { NotifySection } from './profile/notify-section.tsx';
import { ProvidersSection } from './providers-list.tsx';
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx';
import { HistorySection } from './sessions/history-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';

/** The reader's own account, one section for each subject. */
export function AccountScreen() {
  const { t } = useTranslation('routes');
  return (
    <div className={css['screen']}>
      <PageHeader title={t('account-info.title')} />
      {ACCOUNT_SECTIONS.map(({ id, Section }) => (
        <Section key={id} />
      ))}
    </div>
  );
}

/** The sections of the account page in order. Each file loads and edits its own subject. */
const ACCOUNT_SECTIONS: readonly { readonly id: string; readonly Section: ComponentType }[] = [
  { id: 'identity', Section: IdentitySection },
  { id: 'guest', Section: GuestSection },
  { id: 'profile', Section: ProfileSection },
  { id: 'email', Section: EmailSection },
  { id: 'second-factors', Section: SecondFactorsSection },
  { id: 'password', Section: PasswordSection },
  { id: 'providers', Section: ProvidersSection },
  { id: 'sessions', Section: SessionsSection },
  { id: 'history', Section: HistorySection },
  { id: 'notify', Section: NotifySection },
  { id: 'language', Section: LanguageSection },
  { id: 'deletion', Section: DeletionSection },
];
