import { isTimeZone } from '@yamori/domain';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';

/**
 * Whose clocks days and moments of the record go by: those of the organisation that is looked at;
 * of several, the reader's own.
 */
export function useHistoryZone(domainId: string | null): string {
  const zone = useOrganisations().find(
    ({ documentReferenceId }) => documentReferenceId === domainId,
  )?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : readersZone();
}

export const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
