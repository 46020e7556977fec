import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import type {
  Domain,
  Organisation,
  OrganisationsRead,
} from '../organisations/use-organisations.ts';
import type { View } from './use-views.ts';

/**
 * Keeps views up to date while a list is open: changes of views, and of the organisations' default
 * views. Subscribes to the newest change of each; other cached lists are not reloaded for a change
 * of one organisation.
 */
export function useFollowShown(): void {
  const documents = useDocuments();
  const queries = useQueryClient();
  const views = useLiveQuery(documents.collection('view').orderBy('updatedAt', 'desc').limit(1));
  const organisations = useLiveQuery(
    documents.collection('domain').orderBy('updatedAt', 'desc').limit(1),
  );
  const view =
    'value' in views ? views.value.find((entry): entry is View => isWhole(entry)) : undefined;
  const organisation =
    'value' in organisations
      ? organisations.value.find((entry): entry is Domain => isWhole(entry))
      : undefined;
  useEffect(() => {
    const known = queries.getQueryData<readonly View[]>(['views']);
    if (view !== undefined && known !== undefined && isNewer(view, known))
      void queries.invalidateQueries({ queryKey: ['views'] });
  }, [queries, view]);
  useEffect(() => {
    if (organisation === undefined) return;
    queries.setQueriesData<OrganisationsRead>({ queryKey: ['organisations'] }, (read) =>
      read === undefined || !isNewer(organisation, read.found)
        ? read
        : { ...read, found: withChanged(read.found, organisation) },
    );
  }, [queries, organisation]);
}

type Dated = { readonly documentReferenceId: string; readonly updatedAt: Date };

const isNewer = ({ documentReferenceId, updatedAt }: Dated, known: readonly Dated[]): boolean => {
  const same = known.find((entry) => entry.documentReferenceId === documentReferenceId);
  return same === undefined || same.updatedAt.getTime() < updatedAt.getTime();
};

/** A new one appears with the next load, which knows its position. */
const withChanged = (
  found: readonly Organisation[],
  changed: Organisation,
): readonly Organisation[] =>
  found.map((entry) =>
    entry.documentReferenceId === changed.documentReferenceId ? changed : entry,
  );
