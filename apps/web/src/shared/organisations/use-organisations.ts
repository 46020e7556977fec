import type { domainCollection, Problem } from '@yamori/domain';
import { ProblemError } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import type { DocumentOf } from '../../live/documents/document-reader.ts';
import { useDocuments, type ProductDocuments } from '../../live/documents/documents-context.tsx';
import { fetchAllPages } from '../../live/documents/fetch-all-pages.ts';
import { useViewer } from '../viewer/viewer-context.tsx';

/** The fields of an organisation for lists. Its logo has its own address. */
const LISTED = [
  'name',
  'nameKana',
  'code',
  'kind',
  'parentDomainId',
  'rootDomainId',
  'ancestorIds',
  'timeZone',
  'defaultViewId',
  'parameterOverrides',
  'brand.colour',
] as const;
export type Domain = DocumentOf<typeof domainCollection>;
export type Organisation = Pick<
  Domain,
  | Exclude<(typeof LISTED)[number], 'brand.colour'>
  | 'documentReferenceId'
  | 'documentPath'
  | 'createdAt'
  | 'updatedAt'
> & { readonly brand?: { readonly colour?: string | undefined } | undefined };

type OrganisationList = {
  readonly all: readonly Organisation[];
  /** The list is truncated; searches run on the server. */
  readonly isTruncated: boolean;
  readonly status:
    | { readonly kind: 'loading' }
    | { readonly kind: 'shown' }
    | { readonly kind: 'failed'; readonly problem: Problem };
  readonly retry: () => void;
};

/** The data that the list was made from. */
export type OrganisationsRead = {
  readonly found: readonly Organisation[];
  readonly isTruncated: boolean;
};

const MAX_LISTED = 5_000;
const NONE: readonly Organisation[] = [];

export const listedOrganisations = (documents: ProductDocuments) =>
  documents.collection('domain').select(...LISTED);

/** The accessible organisations, by name. */
export function useOrganisationList(): OrganisationList {
  const documents = useDocuments();
  const { user } = useViewer();
  const { data, error, refetch } = useQuery({
    queryKey: ['organisations', user?.uid],
    queryFn: async (): Promise<OrganisationsRead> =>
      fetchAllPages(listedOrganisations(documents).orderBy('name'), MAX_LISTED),
  });
  const retry = (): void => void refetch();
  if (data !== undefined)
    return { all: data.found, isTruncated: data.isTruncated, status: { kind: 'shown' }, retry };
  const status: OrganisationList['status'] =
    error === null
      ? { kind: 'loading' }
      : {
          kind: 'failed',
          problem: error instanceof ProblemError ? error.problem : { code: 'server-failed' },
        };
  return { all: NONE, isTruncated: false, status, retry };
}

/** The same for names alone; empty while loading. */
export const useOrganisations = (): readonly Organisation[] => useOrganisationList().all;
