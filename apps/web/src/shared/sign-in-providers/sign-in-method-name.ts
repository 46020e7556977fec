import { useTranslation } from 'react-i18next';
import type { SignInFlow } from '@yamori/domain';

/** The name of a sign-in method; for an organisation's own provider its given name, if known. */
export function useSignInMethodName(): (method: string, organisation?: string) => string {
  const { t } = useTranslation('federation');
  return (method, organisation) => {
    if (method === 'email' || method === 'line' || method === 'google') return t(`names.${method}`);
    return organisation ?? t('names.saml');
  };
}

/**
 * Whether the provider's page opens in a popup or in this window. `chosen` (`?flow=` in the
 * address) decides; the default is a popup on wide screens, because phones show one page at a time.
 */
export function chooseSignInFlow(
  chosen: string | undefined,
  view: Pick<Window, 'matchMedia'>,
): SignInFlow {
  if (chosen === 'popup' || chosen === 'redirect') return chosen;
  return view.matchMedia('(min-width: 720px) and (pointer: fine)').matches ? 'popup' : 'redirect';
}
