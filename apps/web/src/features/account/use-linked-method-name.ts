import { useQueries } from '@tanstack/react-query';
import { useContext } from 'react';
import { SignInProvidersContext } from '../../shared/sign-in-providers/sign-in-providers-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useSignInMethodName } from '../../shared/sign-in-providers/sign-in-method-name.ts';

const SAML = 'saml.';

/**
 * The organisations' names of the providers linked to this account, once loaded; a deleted provider
 * has none.
 */
export function useOrganisationProviderName(): (method: string) => string | undefined {
  const providers = useContext(SignInProvidersContext);
  const { user } = useViewer();
  const linked =
    providers === null
      ? []
      : (user?.loginProviders ?? [])
          .map(({ provider }) => provider)
          .filter((provider) => provider.startsWith(SAML));
  const answers = useQueries({
    queries: linked.map((method) => ({
      queryKey: ['saml-way', method],
      staleTime: Infinity,
      retry: false,
      queryFn: () => providers?.client.readSaml(method.slice(SAML.length)) ?? null,
    })),
  });
  return (method) => answers[linked.indexOf(method)]?.data?.name;
}

/** The name of a sign-in method; an organisation's own provider has its name. */
export function useLinkedMethodName(): (method: string) => string {
  const getName = useSignInMethodName();
  const getOrganisation = useOrganisationProviderName();
  return (method) => getName(method, getOrganisation(method));
}
