import { isWhole } from '../../live/documents/document-reader.ts';
import { useLiveDocument } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

export type RoomClock = { readonly timeZone: string; readonly nightStartsAt: string };

/** The default of every organisation. */
const TOKYO: RoomClock = { timeZone: 'Asia/Tokyo', nightStartsAt: '12:00' };

/**
 * The time zone and start of night of an organisation. Viewers who may not read its document, such
 * as an individual, get the default.
 */
export function useRoomClock(domainId: string): RoomClock {
  const domain = useLiveDocument(`domain/${domainId}`);
  return 'value' in domain && domain.value !== null && isWhole(domain.value) ? domain.value : TOKYO;
}

/**
 * The time zone of the selected organisation, else of the user's own; the default for users
 * without access to it, such as individuals.
 */
export function useOrganisationZone(): string {
  const { organisationId, user } = useViewer();
  const domain = useLiveDocument(`domain/${organisationId ?? user?.domainId ?? 'none'}`);
  return 'value' in domain && domain.value !== null && isWhole(domain.value)
    ? domain.value.timeZone
    : TOKYO.timeZone;
}
