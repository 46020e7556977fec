import { useViewer } from '../viewer/viewer-context.tsx';
import { useOrganisations } from './use-organisations.ts';

/**
 * The name of a room's organisation, to distinguish rooms of the same name in different houses.
 * Null for readers with a single organisation, and while unknown.
 */
export function useWhichOrganisation(): (domainId: string) => string | null {
  const { organisationId } = useViewer();
  const all = useOrganisations();
  if (organisationId !== null || all.length < 2) return () => null;
  const names = new Map(all.map(({ documentReferenceId, name }) => [documentReferenceId, name]));
  return (domainId) => names.get(domainId) ?? null;
}
