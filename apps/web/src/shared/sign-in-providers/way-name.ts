import { useTranslation } from 'react-i18next';

/**
 * What people call a way in; an organisation's own by the name that it was given, where that is
 * known.
 */
export function useWayName(): (way: string, organisation?: string) => string {
  const { t } = useTranslation('federation');
  return (way, organisation) => {
    if (way === 'email' || way === 'line' || way === 'google') return t(`names.${way}`);
    return organisation ?? t('names.saml');
  };
}
