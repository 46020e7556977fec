import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocument } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

const TOKYO = 'Asia/Tokyo';

/**
 * The time zone of the organisation that is looked at, else of one's own; the product's where it
 * may not be read, as by an individual.
 */
export function useOrganisationZone(): string {
  const { organisationId, user } = useViewer();
  const domain = useDocument(`domain/${organisationId ?? user?.domainId ?? 'none'}`);
  return 'value' in domain && domain.value !== null && isWhole(domain.value)
    ? domain.value.timeZone
    : TOKYO;
}
