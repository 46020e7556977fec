import { useTranslation } from 'react-i18next';
import { useOrganisationWays } from '../use-linked-way-name.ts';

const KNOWN = ['email', 'line', 'google', 'passkey', 'anonymous', 'singleTimeToken'] as const;

/**
 * What people call a way in. An organisation's own goes by its name, one that is not known any more
 * by its id.
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
