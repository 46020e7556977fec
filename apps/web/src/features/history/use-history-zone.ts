import { isTimeZone } from '@yamori/domain';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';

/**
 * The time zone for days and times: the organisation's own; for several organisations, the
 * reader's.
 */
export function useHistoryZone(domainId: string | null): string {
  const zone = useOrganisations().find(
    ({ documentReferenceId }) => documentReferenceId === domainId,
  )?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : readersZone();
}

export const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
