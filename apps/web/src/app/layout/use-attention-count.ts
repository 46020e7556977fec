import type { roomCollection } from '@yamori/domain';
import { useEffect, useMemo, useState } from 'react';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../client/documents-context.tsx';
import { useTimed } from '../../ui/clock/clock-context.tsx';
import { ATTENTION_REASONS, attentionOf, isPressing, type AttentionReason } from '../../ui/room-state/attention.ts';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';

/** Rooms a question looks at; a ward with more has other troubles than the exact number. */
const MOST_ROOMS = 200;

type Room = DocumentOf<typeof roomCollection>;

/** Every way in which a room can come to need somebody; which of them do is `attentionOf`'s to say. */
function questionsOf(documents: ProductDocuments, organisationId: string | null) {
  const all = documents.collection('room').limit(MOST_ROOMS);
  const rooms = organisationId === null ? all : all.where('domainId', '==', organisationId);
  return [
    rooms.where('live.call.state', 'in', ['ringing', 'answering']), rooms.where('live.openAccidents', '>', 0),
    rooms.where('live.presence', '==', 'outOfBed'), rooms.where('live.fault', 'in', ['deviceOffline', 'sensorOff']),
  ];
}

export type AttentionCount = { readonly count: number; readonly most: AttentionReason | null };

/** How many rooms in reach need somebody, and the most pressing reason; null until all is known. */
export function useAttentionCount(): AttentionCount | null {
  const documents = useDocuments();
  const { organisationId } = useViewer();
  const questions = useMemo(() => questionsOf(documents, organisationId), [documents, organisationId]);
  const [{ of, rooms }, setAnswers] = useState<Answers>({ of: questions, rooms: new Map() });
  useEffect(() => {
    const put = (index: number, found: readonly Room[] | null): void => setAnswers((before) => {
      const kept = new Map(before.of === questions ? before.rooms : []);
      if (found === null) kept.delete(index);
      else kept.set(index, found);
      return { of: questions, rooms: kept };
    });
    const ends = questions.map((question, index) => question.subscribe(
      (answer) => put(index, answer.documents.filter((room): room is Room => isWhole(room))), () => put(index, null),
    ));
    return () => ends.forEach((end) => end());
  }, [questions]);
  const isKnown = of === questions && rooms.size === questions.length;
  // As text, so that what follows from the time is drawn again only when it says something else.
  const [count = '0', rank = ''] = useTimed((nowMs) => summaryOf([...rooms.values()], nowMs)).split(' ');
  return isKnown ? { count: Number(count), most: rank === '' ? null : (ATTENTION_REASONS[Number(rank)] ?? null) } : null;
}

/** What each of the questions has brought so far; one that failed has brought nothing. */
type Answers = { readonly of: ReturnType<typeof questionsOf>; readonly rooms: ReadonlyMap<number, readonly Room[]> };

function summaryOf(answers: readonly (readonly Room[])[], nowMs: number): string {
  const rooms = new Map(answers.flat().map((room) => [room.documentPath, room]));
  const pressing = [...rooms.values()].flatMap(({ live }) => {
    const attention = attentionOf(live, nowMs);
    return attention !== null && isPressing(attention) ? [attention.rank] : [];
  });
  return pressing.length === 0 ? '0' : `${pressing.length} ${Math.min(...pressing)}`;
}
