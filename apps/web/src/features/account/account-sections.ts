import type { ComponentType } from 'react';
import { IdentitySection } from './identity-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { DeletionSection } from './profile/deletion-section.tsx';
import { EmailSection } from './profile/email-section.tsx';
import { GuestSection } from './profile/guest-section.tsx';
import { LanguageSection } from './profile/language-section.tsx';
import { NotifySection } from './profile/notify-section.tsx';
import { ProfileSection } from './profile/profile-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SecondFactorsSection } from './second-factors/second-factors-section.tsx';
import { HistorySection } from './sessions/history-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';

/** The sections of the account page in order. Each file loads and edits its own subject. */
export const ACCOUNT_SECTIONS: readonly { readonly id: string; readonly Section: ComponentType }[] =
  [
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
