import { roomCollection } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';
import type { ListedChoice } from './choice-panel.tsx';

type ReportChoices = {
  readonly rooms: readonly ListedChoice[];
  readonly tags: readonly string[];
  /** Selected rooms that the organisation does not have; empty until that is known. */
  readonly unknownRooms: readonly string[];
  /** There are more rooms than the list holds. */
  readonly isTruncated: boolean;
};
type Found = Pick<ReportChoices, 'rooms' | 'tags' | 'isTruncated'>;
const NONE: Found = { rooms: [], tags: [], isTruncated: false };
/** Limits of a query, and of a usable list of checkboxes. */
const [MAX_IN_QUESTION, MAX_CHANGES, MAX_ROOMS] = [30, 300, 500] as const;
const compare = new Intl.Collator('ja', { numeric: true }).compare;
const fields = roomCollection.schema
  .pick({ name: true, building: true, floor: true, tags: true, domainId: true })
  .partial()
  .strip();

/** Rooms and tags of the organisation and its descendants. Empty while loading. */
export function useReportChoices(domainId: string, chosen: readonly string[]): ReportChoices {
  const documents = useDocuments();
  const organisations = useOrganisations();
  const within = [
    domainId,
    ...organisations
      .filter(({ ancestorIds }) => ancestorIds.includes(domainId))
      .map(({ documentReferenceId }) => documentReferenceId),
  ];
  const ids = within.slice(0, MAX_CHANGES);
  const { data } = useQuery({
    queryKey: ['report-choices', ids.join(' ')],
    queryFn: async (): Promise<Found> => {
      const found = await Promise.all(
        splitIds(ids).map((part) =>
          documents
            .collection('room')
            .where('domainId', 'in', part)
            .orderBy('name')
            .select('name', 'tags', 'building', 'floor')
            .limit(MAX_ROOMS)
            .get(),
        ),
      );
      const rooms = found
        .flat()
        .map((room) => toChoice(room))
        .toSorted((a, b) => compare(a.label, b.label));
      return {
        rooms,
        tags: [
          ...new Set(
            found.flat().flatMap((room) => [...(fields.safeParse(room).data?.tags ?? [])]),
          ),
        ].toSorted(compare),
        isTruncated: found.some(({ length }) => length >= MAX_ROOMS),
      };
    },
  });
  // Rooms in the address may be beyond the list's limit, or not exist.
  const missing =
    data === undefined
      ? []
      : chosen.filter((roomId) => !data.rooms.some(({ value }) => value === roomId)).toSorted();
  const beyond = useQuery({
    queryKey: ['report-chosen', domainId, within.length, missing.join(' ')],
    enabled: missing.length > 0,
    queryFn: async () => {
      const found = await Promise.all(
        splitIds(missing).map((part) =>
          documents
            .collection('room')
            .where('documentReferenceId', 'in', part)
            .select('name', 'building', 'floor', 'domainId')
            .limit(MAX_IN_QUESTION)
            .get(),
        ),
      );
      return found
        .flat()
        .filter((room) => within.includes(fields.safeParse(room).data?.domainId ?? ''))
        .map((room) => toChoice(room));
    },
  }).data;
  const { rooms, tags, isTruncated } = data ?? NONE;
  return {
    rooms: [...rooms, ...(beyond ?? [])],
    tags,
    isTruncated,
    unknownRooms:
      beyond === undefined
        ? []
        : missing.filter((roomId) => !beyond.some(({ value }) => value === roomId)),
  };
}

const splitIds = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IN_QUESTION) }, (_, index) =>
    ids.slice(index * MAX_IN_QUESTION, (index + 1) * MAX_IN_QUESTION),
  );

/** The documents hold only the requested fields. */
function toChoice(room: { readonly documentReferenceId: string }): ListedChoice {
  const { name = '', building = '', floor = '' } = fields.safeParse(room).data ?? {};
  return {
    value: room.documentReferenceId,
    label: name,
    group: [building, floor].filter((part) => part !== '').join(' '),
  };
}
