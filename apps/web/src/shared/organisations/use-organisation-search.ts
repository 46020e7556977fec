import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { listedOrganisations, type Organisation } from './use-organisations.ts';

/** Debounces the search. */
const PAUSE_MS = 250;
const MAX_FOUND = 50;
const BY = ['name', 'nameKana', 'code'] as const;
/** Sorts after every text with the same beginning. */
const LAST = '\u{10ffff}';

type OrganisationSearch = {
  readonly found: readonly Organisation[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
};

/**
 * Organisations whose name, reading or code begins with a text, searched on the server; an empty
 * text sends no request.
 */
export function useOrganisationSearch(text: string): OrganisationSearch {
  const documents = useDocuments();
  const [asked, setAsked] = useState('');
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isError } = useQuery({
    queryKey: ['organisations', 'search', asked],
    enabled: asked !== '',
    queryFn: async () => {
      const lists = await Promise.all(
        BY.map((field) =>
          listedOrganisations(documents)
            .where(field, '>=', asked)
            .where(field, '<', `${asked}${LAST}`)
            .orderBy(field)
            .limit(MAX_FOUND)
            .get(),
        ),
      );
      return [
        ...new Map(
          lists
            .flat()
            .filter(isWhole)
            .map((organisation) => [organisation.documentReferenceId, organisation]),
        ).values(),
      ];
    },
  });
  const isCurrent = asked === wanted;
  return {
    found: asked === '' || !isCurrent ? [] : (data ?? []),
    isSearching: wanted !== '' && (!isCurrent || (data === undefined && !isError)),
    hasFailed: isCurrent && isError,
  };
}
