import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocument } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

const TOKYO = 'Asia/Tokyo';

/**
 * The time zone of the selected organisation, else of the reader's own; the default for readers
 * without access to it, such as individuals.
 */
export function useOrganisationZone(): string {
  const { organisationId, user } = useViewer();
  const domain = useDocument(`domain/${organisationId ?? user?.domainId ?? 'none'}`);
  return 'value' in domain && domain.value !== null && isWhole(domain.value)
    ? domain.value.timeZone
    : TOKYO;
}
