import type { accidentCollection, roomCollection } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocument, useDocuments, useQuery } from '../../live/documents/documents-context.tsx';
import type { LiveResult } from '../../live/documents/live-result.ts';

export type Accident = DocumentOf<typeof accidentCollection>;
export type Room = DocumentOf<typeof roomCollection>;

/** A room's accidents, the newest first; `limit` of them at most. */
export const useAccidents = (roomId: string, limit: number): LiveResult<readonly Accident[]> =>
  mapped(
    useQuery(
      useDocuments().collection(`room/${roomId}/accident`).orderBy('raisedAt', 'desc').limit(limit),
    ),
    (all) => all.filter((one): one is Accident => isWhole(one)),
  );

export const useRoom = (roomId: string): LiveResult<Room | null> =>
  mapped(useDocument(`room/${roomId}`), (room) => (room !== null && isWhole(room) ? room : null));

function mapped<From, To>(result: LiveResult<From>, map: (value: From) => To): LiveResult<To> {
  return 'value' in result ? { ...result, value: map(result.value) } : result;
}
