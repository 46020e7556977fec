import { useViewer } from '../viewer/viewer-context.tsx';
import { useOrganisations } from './use-organisations.ts';

/**
 * The name of a room's organisation where rooms of several stand side by side: two houses have a
 * room 110 each. Null where the reader sees one only, and where it is not known.
 */
export function useWhichOrganisation(): (domainId: string) => string | null {
  const { organisationId } = useViewer();
  const all = useOrganisations();
  if (organisationId !== null || all.length < 2) return () => null;
  const names = new Map(all.map(({ documentReferenceId, name }) => [documentReferenceId, name]));
  return (domainId) => names.get(domainId) ?? null;
}
