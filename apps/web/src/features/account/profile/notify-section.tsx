import type { NotifyChoice, Profile } from '@yamori/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleField } from '../../../ui/form/check-field.tsx';
import { FormTrouble } from '../../../ui/form/form-trouble.tsx';
import { useProblemWords } from '../../../ui/pages/problem-words.ts';
import { ACCOUNT_KEY } from '../account-context.tsx';
import { AccountSection } from '../account-section.tsx';
import { outcomeOf } from '../confirm/act-outcome.ts';
import { Loaded } from '../loaded.tsx';
import { useProfile, useProfileClient } from './use-profile.ts';

const CHOICES = ['sound', 'systemNotification', 'deviceFault', 'email'] as const satisfies readonly NotifyChoice[];

/** How one wants to be told; kept with the member, so it is the same on every device. */
export function NotifySection() {
  const { t } = useTranslation('profile');
  const profile = useProfile();
  // Only members are told of anything.
  if (profile.data?.isMember === false) return null;
  return <AccountSection title={t('notify.title')} lead={t('notify.lead')}><Loaded query={profile}>{(data) => <NotifyPart profile={data} />}</Loaded></AccountSection>;
}

function NotifyPart({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile');
  const client = useProfileClient();
  const queries = useQueryClient();
  const words = useProblemWords();
  const [trouble, setTrouble] = useState<string | null>(null);
  const { notify } = profile;
  const choose = async (name: NotifyChoice, on: boolean): Promise<void> => {
    const key = [ACCOUNT_KEY, 'profile'];
    // Shown at once; taken back when the server does not keep it.
    queries.setQueryData<Profile>(key, { ...profile, notify: { ...notify, [name]: on } });
    const outcome = await outcomeOf(() => client.change({ notify: { ...notify, [name]: on } }));
    setTrouble(outcome.kind === 'refused' ? words(outcome.problem) : null);
    queries.setQueryData<Profile>(key, outcome.kind === 'done' ? outcome.value : profile);
  };
  const canMail = profile.mail && profile.isEmailVerified;
  return (
    <div>
      {CHOICES.map((name) => {
        const off = name === 'email' && !canMail;
        return (
          <ToggleField
            key={name} name={name} label={t(`notify.${name}`)} hint={off ? t('notify.emailNeeds') : t(`notify.${name}Why`)} checked={notify[name] && !off} disabled={off}
            onChange={(on) => void choose(name, on)}
          />
        );
      })}
      <FormTrouble words={trouble} />
    </div>
  );
}
