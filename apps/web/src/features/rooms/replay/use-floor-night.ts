import { ProblemError } from '@yamori/domain';
import { useQuery as useAnswer } from '@tanstack/react-query';
import { isWhole } from '../../../client/document-reader.ts';
import { useDocuments } from '../../../client/documents-context.tsx';
import { useViewer } from '../../../ui/viewer/viewer-context.tsx';
import type { Accident, Night, Room } from '../room-source.ts';
import { roomReplay, type RoomReplay } from './replay-night.ts';

/** A floor is some dozens of rooms; whoever sees whole organisations chooses one. */
const MOST_ROOMS = 200;
const NIGHTS_AT_A_TIME = 20;
const FIELDS = ['night', 'from', 'to', 'state', 'epochs', 'presence', 'events', 'edits', 'trends'] as const;

export type Floor = { readonly rooms: readonly RoomReplay[]; readonly buildings: readonly string[]; readonly floors: readonly string[]; readonly domainId: string | null };

/** A night of the rooms that the reader sees, in the order of their names; asked for once, for what is over does not change by itself. */
export function useFloorNight(night: string, place: { readonly building: string; readonly floor: string }) {
  const documents = useDocuments();
  const { organisationId } = useViewer();
  return useAnswer({
    queryKey: ['floor-night', organisationId, night, place], staleTime: 60_000, retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    queryFn: async (): Promise<Floor> => {
      const all = documents.collection('room').orderBy('name').limit(MOST_ROOMS);
      const rooms = (await (organisationId === null ? all : all.where('domainId', '==', organisationId)).get()).filter((room): room is Room => isWhole(room));
      const shown = rooms.filter(({ building, floor }) => (place.building === '' || building === place.building) && (place.floor === '' || floor === place.floor));
      const nights = await nightsOf(shown.map(({ documentReferenceId }) => documents.collection(`room/${documentReferenceId}/sleep`).where('night', '==', night).select(...FIELDS).limit(1)));
      const accidents = await Promise.all(shown.map(async ({ documentReferenceId }, index) => {
        const found = nights[index];
        if (found === undefined) return [];
        const raised = await documents.collection(`room/${documentReferenceId}/accident`).where('raisedAt', '>=', found.from).where('raisedAt', '<', found.to).limit(100).get();
        return raised.filter((accident): accident is Accident => isWhole(accident));
      }));
      return {
        rooms: shown.map((room, index) => roomReplay({ id: room.documentReferenceId, name: room.name }, nights[index], accidents[index] ?? [])),
        buildings: named(rooms.map(({ building }) => building)), floors: named(rooms.map(({ floor }) => floor)), domainId: shown[0]?.domainId ?? null,
      };
    },
  });
}

type NightQuestion = { readonly get: () => Promise<readonly object[]> };

/** Some at a time: a night has a hundred kilobytes. */
async function nightsOf(questions: readonly NightQuestion[]): Promise<(Night | undefined)[]> {
  const found: (Night | undefined)[] = [];
  for (let from = 0; from < questions.length; from += NIGHTS_AT_A_TIME) {
    const part = await Promise.all(questions.slice(from, from + NIGHTS_AT_A_TIME).map((question) => question.get()));
    // The fields that are asked for are those that a replay needs.
    found.push(...part.map(([night]) => (night !== undefined && 'state' in night && night.state === 'done' ? (night as Night) : undefined)));
  }
  return found;
}

const named = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '').toSorted();
