import type { roomCollection } from '@yamori/domain';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../viewer/viewer-context.tsx';

/** Maximum number of rooms per query; beyond it the exact number does not matter. */
const MAX_ROOMS = 200;

type Room = DocumentOf<typeof roomCollection>;

/** Queries for all rooms that may need attention; `attentionOf` decides which do. */
function listQueries(documents: ProductDocuments, organisationId: string | null) {
  const all = documents.collection('room').where('archivedAt', '==', null).limit(MAX_ROOMS);
  const rooms = organisationId === null ? all : all.where('domainId', '==', organisationId);
  return [
    rooms.where('live.openAccidents', '>', 0),
    rooms.where('live.presence', '==', 'outOfBed'),
    rooms.where('live.fault', 'in', ['deviceOffline', 'sensorOff']),
  ];
}

/**
 * Accessible rooms that may need attention, independent of the screen's filters. `isKnown`: all
 * queries have returned.
 */
export type RoomsNeedingAttention = { readonly rooms: readonly Room[]; readonly isKnown: boolean };

const PressingContext = createContext<RoomsNeedingAttention>({ rooms: [], isKnown: true });

/** Runs the queries once for all components below. */
export function RoomsNeedingAttentionProvider({ children }: { readonly children: ReactNode }) {
  return <PressingContext value={useQuestions()}>{children}</PressingContext>;
}

export const useRoomsNeedingAttention = (): RoomsNeedingAttention => useContext(PressingContext);

function useQuestions(): RoomsNeedingAttention {
  const documents = useDocuments();
  const { organisationId } = useViewer();
  const questions = useMemo(
    () => listQueries(documents, organisationId),
    [documents, organisationId],
  );
  const [{ of, answers }, setAnswers] = useState<Answers>({ of: questions, answers: new Map() });
  useEffect(() => {
    const put = (index: number, found: readonly Room[] | null): void =>
      setAnswers((before) => {
        const kept = new Map(before.of === questions ? before.answers : []);
        if (found === null) kept.delete(index);
        else kept.set(index, found);
        return { of: questions, answers: kept };
      });
    const ends = questions.map((question, index) =>
      question.subscribe(
        (answer) =>
          put(
            index,
            answer.documents.filter((room): room is Room => isWhole(room)),
          ),
        () => put(index, null),
      ),
    );
    return () => ends.forEach((end) => end());
  }, [questions]);
  return useMemo(
    () => ({
      rooms: [
        ...new Map([...answers.values()].flat().map((room) => [room.documentPath, room])).values(),
      ],
      isKnown: of === questions && answers.size === questions.length,
    }),
    [of, answers, questions],
  );
}

/** Results of each query so far; a failed one has none. */
type Answers = {
  readonly of: ReturnType<typeof listQueries>;
  readonly answers: ReadonlyMap<number, readonly Room[]>;
};
