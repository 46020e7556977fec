import { useTranslation } from 'react-i18next';

/** The name of a sign-in method; for an organisation's own provider its given name, if known. */
export function useWayName(): (way: string, organisation?: string) => string {
  const { t } = useTranslation('federation');
  return (way, organisation) => {
    if (way === 'email' || way === 'line' || way === 'google') return t(`names.${way}`);
    return organisation ?? t('names.saml');
  };
}
