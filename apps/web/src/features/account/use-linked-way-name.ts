import { useQueries } from '@tanstack/react-query';
import { useContext } from 'react';
import { WaysContext } from '../../shared/sign-in-providers/ways-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { useWayName } from '../../shared/sign-in-providers/way-name.ts';

const SAML = 'saml.';

/**
 * The organisations' names of the providers linked to this account, once loaded; a deleted provider
 * has none.
 */
export function useOrganisationWays(): (way: string) => string | undefined {
  const ways = useContext(WaysContext);
  const { user } = useViewer();
  const linked =
    ways === null
      ? []
      : (user?.loginProviders ?? [])
          .map(({ provider }) => provider)
          .filter((provider) => provider.startsWith(SAML));
  const answers = useQueries({
    queries: linked.map((way) => ({
      queryKey: ['saml-way', way],
      staleTime: Infinity,
      retry: false,
      queryFn: () => ways?.client.readSaml(way.slice(SAML.length)) ?? null,
    })),
  });
  return (way) => answers[linked.indexOf(way)]?.data?.name;
}

/** The name of a sign-in method; an organisation's own provider has its name. */
export function useLinkedWayName(): (way: string) => string {
  const getName = useWayName();
  const getOrganisation = useOrganisationWays();
  return (way) => getName(way, getOrganisation(way));
}
