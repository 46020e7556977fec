import { useTranslation } from 'react-i18next';
import { useOrganisationWays } from '../use-linked-way-name.ts';

const KNOWN = ['email', 'line', 'google', 'passkey', 'anonymous', 'singleTimeToken'] as const;

/**
 * The name of a sign-in method. An organisation's own provider has its name, an unknown one its id.
 */
export function useProviderWords(): (provider: string) => string {
  const { t } = useTranslation('account');
  const organisationOf = useOrganisationWays();
  return (provider) => {
    const known = KNOWN.find((name) => name === provider);
    return known === undefined
      ? t('ways.saml', { name: organisationOf(provider) ?? provider.replace(/^saml\./, '') })
      : t(`ways.${known}`);
  };
}
