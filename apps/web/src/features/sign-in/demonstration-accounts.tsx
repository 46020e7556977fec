import { accessLevelName, ACCESS_LEVEL_WORDS } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { Credentials } from './credentials.ts';
import css from './login.module.css';
import type { DemonstrationAccount } from './session-context.tsx';

type Props = {
  readonly accounts: readonly DemonstrationAccount[];
  readonly onChoose: (credentials: Credentials) => void;
};

/** The demo accounts, one for each level; choosing one fills in the form. */
export function DemonstrationAccounts({ accounts, onChoose }: Props) {
  const { t, i18n } = useTranslation('session');
  const labels = ACCESS_LEVEL_WORDS[i18n.language === 'en' ? 'en' : 'ja'];
  return (
    <section className={css['accounts']} aria-labelledby="accounts-title">
      <h2 id="accounts-title">{t('demonstration')}</h2>
      <p className={css['lead']}>{t('demonstrationLead')}</p>
      <ul>
        {accounts.map(({ email, password, accessLevel }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose({ email, password })}>
              <span>{labels[accessLevelName(accessLevel) ?? 'requestMfa']}</span>
              <small>{email}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
