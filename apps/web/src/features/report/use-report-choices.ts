import { useQuery } from '@tanstack/react-query';
import { useDocuments } from '../../client/documents-context.tsx';
import { useOrganisations } from '../../ui/organisations/use-organisations.ts';

export type ReportChoices = { readonly rooms: readonly { readonly value: string; readonly label: string }[]; readonly tags: readonly string[] };
const NONE: ReportChoices = { rooms: [], tags: [] };
/** As many as one question takes, and as a list of ticks bears. */
const [MOST_IN_QUESTION, MOST_PARTS, MOST_ROOMS] = [30, 300, 500] as const;

/** Rooms and tags to choose from: those of the organisation and of all below it. Empty until they are read. */
export function useReportChoices(domainId: string): ReportChoices {
  const documents = useDocuments();
  const organisations = useOrganisations();
  const ids = [domainId, ...organisations.filter(({ ancestorIds }) => ancestorIds.includes(domainId)).map(({ documentReferenceId }) => documentReferenceId)].slice(0, MOST_PARTS);
  const { data } = useQuery({
    queryKey: ['report-choices', ids.join(' ')],
    queryFn: async (): Promise<ReportChoices> => {
      const parts = Array.from({ length: Math.ceil(ids.length / MOST_IN_QUESTION) }, (_, index) => ids.slice(index * MOST_IN_QUESTION, (index + 1) * MOST_IN_QUESTION));
      const found = await Promise.all(parts.map((part) => documents.collection('room').where('domainId', 'in', part).orderBy('name').select('name', 'tags').limit(MOST_ROOMS).get()));
      const compare = new Intl.Collator('ja', { numeric: true }).compare;
      const rooms = found.flat().map((room) => ({ value: room.documentReferenceId, label: textIn(room) })).toSorted((a, b) => compare(a.label, b.label));
      return { rooms, tags: [...new Set(found.flat().flatMap(tagsIn))].toSorted(compare) };
    },
  });
  return data ?? NONE;
}

/** Of documents of which only some fields were asked for. */
const fieldOf = (document: object, field: string): unknown => Object.entries(document).find(([name]) => name === field)?.[1];
const textIn = (document: object): string => { const value = fieldOf(document, 'name'); return typeof value === 'string' ? value : ''; };
const tagsIn = (document: object): string[] => { const value = fieldOf(document, 'tags'); return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : []; };
