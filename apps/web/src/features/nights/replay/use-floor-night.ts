import { ProblemError } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import type { Accident, Night, Room } from '../api.ts';
import { roomReplay, type RoomReplay } from './replay-night.ts';

/** A floor has some dozens of rooms; readers of whole organisations choose a floor. */
const MAX_ROOMS = 200;
const ROOMS_AT_A_TIME = 20;
const FIELDS = [
  'night',
  'from',
  'to',
  'state',
  'epochs',
  'presence',
  'events',
  'edits',
  'trends',
] as const;

export type Floor = {
  readonly rooms: readonly RoomReplay[];
  readonly buildings: readonly string[];
  readonly floors: readonly string[];
  readonly domainId: string | null;
};

/**
 * A night of the accessible rooms, by room name. Loaded once: finished nights do not change without
 * a correction.
 */
export function useFloorNight(
  night: string,
  place: { readonly building: string; readonly floor: string },
) {
  const documents = useDocuments();
  const { organisationId } = useViewer();
  return useQuery({
    queryKey: ['floor-night', organisationId, night, place],
    staleTime: 60_000,
    retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    queryFn: async (): Promise<Floor> => {
      const all = documents.collection('room').orderBy('name').limit(MAX_ROOMS);
      const rooms = (
        await (organisationId === null ? all : all.where('domainId', '==', organisationId)).get()
      ).filter((room): room is Room => isWhole(room));
      const shown = rooms.filter(
        ({ building, floor }) =>
          (place.building === '' || building === place.building) &&
          (place.floor === '' || floor === place.floor),
      );
      return {
        rooms: await mapWithLimit(shown, (room) => readReplay(documents, room, night)),
        buildings: named(rooms.map(({ building }) => building)),
        floors: named(rooms.map(({ floor }) => floor)),
        domainId: shown[0]?.domainId ?? null,
      };
    },
  });
}

async function readReplay(
  documents: ProductDocuments,
  { documentReferenceId, name }: Room,
  night: string,
): Promise<RoomReplay> {
  const [found] = await documents
    .collection(`room/${documentReferenceId}/sleep`)
    .where('night', '==', night)
    .select(...FIELDS)
    .limit(1)
    .get();
  // The request names exactly the fields of `ReplayedNight`.
  const done =
    found !== undefined && 'state' in found && found.state === 'done'
      ? (found as Night)
      : undefined;
  const raised =
    done === undefined
      ? []
      : await documents
          .collection(`room/${documentReferenceId}/accident`)
          .where('raisedAt', '>=', done.from)
          .where('raisedAt', '<', done.to)
          .limit(100)
          .get();
  return roomReplay(
    { id: documentReferenceId, name },
    done,
    raised.filter((accident): accident is Accident => isWhole(accident)),
  );
}

/** Limits concurrency, because a night is 100 kB. */
async function mapWithLimit<From, To>(
  all: readonly From[],
  ask: (one: From) => Promise<To>,
): Promise<To[]> {
  const found: To[] = [];
  for (let from = 0; from < all.length; from += ROOMS_AT_A_TIME)
    found.push(...(await Promise.all(all.slice(from, from + ROOMS_AT_A_TIME).map(ask))));
  return found;
}

const named = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value !== '').toSorted();
