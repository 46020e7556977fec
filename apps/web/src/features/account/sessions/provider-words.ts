import { useTranslation } from 'react-i18next';

const KNOWN = ['email', 'line', 'google', 'passkey', 'anonymous', 'singleTimeToken'] as const;

/** What people call a way in. An organisation's own goes by its id. */
export function useProviderWords(): (provider: string) => string {
  const { t } = useTranslation('account');
  return (provider) => {
    const known = KNOWN.find((name) => name === provider);
    return known === undefined ? t('ways.saml', { name: provider.replace(/^saml\./, '') }) : t(`ways.${known}`);
  };
}
