import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocument } from '../../live/documents/documents-context.tsx';

export type RoomClock = { readonly timeZone: string; readonly nightStartsAt: string };

/** Of every organisation that sets nothing else. */
const TOKYO: RoomClock = { timeZone: 'Asia/Tokyo', nightStartsAt: '12:00' };

/**
 * When nights begin in an organisation. Viewers who may not read its document, such as an
 * individual, get the default.
 */
export function useRoomClock(domainId: string): RoomClock {
  const domain = useDocument(`domain/${domainId}`);
  return 'value' in domain && domain.value !== null && isWhole(domain.value) ? domain.value : TOKYO;
}
