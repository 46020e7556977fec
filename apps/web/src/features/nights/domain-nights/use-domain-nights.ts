import { ProblemError, type RoomNightFigures } from '@yamori/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDocuments, type ProductDocuments } from '../../../live/documents/documents-context.tsx';
import { useNightFigures } from '../../../shared/night-figures/api.ts';
import { fetchAllPages } from '../../../live/documents/fetch-all-pages.ts';
import { listedOrganisations } from '../../../shared/organisations/use-organisations.ts';
import { HEATMAP_FIGURES } from './heat-figures.ts';
import type { HeatRoom } from './heat-rows.ts';

/** Maximum number of rooms on the screen of an organisation. */
const MAX_ROOMS = 500;
const MAX_DOMAINS = 5_000;
const FRESH_MS = 5 * 60_000;
const shouldRetry = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ProblemError);

export type DomainNights = {
  readonly rooms: readonly HeatRoom[];
  readonly figures: readonly RoomNightFigures[];
};

/**
 * The rooms of an organisation with the figures of their nights. Polled rarely: a night changes
 * once a day.
 */
export function useDomainNights(domainId: string, from: string, to: string) {
  const documents = useDocuments();
  const client = useNightFigures();
  return useQuery({
    queryKey: ['domain-nights', domainId, from, to],
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    retry: shouldRetry,
    // While another range of the same organisation loads, show the previous one.
    placeholderData: (before, query) =>
      query?.queryKey[1] === domainId ? keepPreviousData(before) : undefined,
    queryFn: async (): Promise<DomainNights> => {
      const rooms = await readRooms(documents, domainId);
      const roomIds = rooms.map(({ roomId }) => roomId);
      return {
        rooms,
        figures:
          roomIds.length === 0
            ? []
            : await client.read({
                roomIds,
                nights: { kind: 'between', from, to },
                figures: [...HEATMAP_FIGURES],
                bounds: true,
              }),
      };
    },
  });
}

async function readRooms(documents: ProductDocuments, domainId: string): Promise<HeatRoom[]> {
  const found = await documents
    .collection('room')
    .where('domainId', '==', domainId)
    .orderBy('name')
    .select('name', 'building', 'floor')
    .limit(MAX_ROOMS)
    .get();
  return found.map((room) => ({
    roomId: room.documentReferenceId,
    name: toText(room, 'name'),
    building: toText(room, 'building'),
    floor: toText(room, 'floor'),
  }));
}

/** Reads a field of a partial document. */
function toText(document: object, field: string): string {
  const value: unknown = Object.entries(document).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : '';
}

/** Other organisations that the user can open. */
export function useDomainChoices() {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['domain-choices'],
    staleTime: FRESH_MS,
    retry: shouldRetry,
    queryFn: async () =>
      (await fetchAllPages(listedOrganisations(documents).orderBy('name'), MAX_DOMAINS)).found.map(
        ({ documentReferenceId, name }) => ({ domainId: documentReferenceId, name }),
      ),
  });
}
