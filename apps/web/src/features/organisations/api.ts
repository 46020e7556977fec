import {
  memberApi,
  organisationApi,
  parameterApi,
  ProblemError,
  samlProviderApi,
  type EndpointCall,
  type DomainRow,
  type DomainsPage,
  type FactorReset,
  type GivenPassword,
  type Language,
  type EndpointReply,
  type MemberChannels,
  type OverrideCounts,
  type Overrides,
  type SamlProviderEntry,
  type SamlProviderInput,
} from '@yamori/domain';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { apiHook, useHttp } from '../../api/http-context.ts';
import type { ListStatus } from '../../live/documents/live-result.ts';
import { toDomainsQuery, PAGE, type Branch, type DomainListState } from './domain-list.ts';

const FRESH_MS = 10_000;
const retryOnce = (count: number, error: Error): boolean =>
  count < 1 && !(error instanceof ProblemError);

type DomainRows = {
  readonly rows: readonly DomainRow[];
  readonly total: number;
  readonly status: ListStatus;
  readonly loadNextPage: () => void;
  readonly retry: () => void;
};

/**
 * Organisations in pages of 50, searched and sorted by the server; shows the previous rows while
 * the next load.
 */
export function useDomainRows(state: DomainListState, enabled: boolean): DomainRows {
  const http = useHttp();
  const query = useInfiniteQuery({
    queryKey: ['master', 'domains', toDomainsQuery(state, 0)],
    enabled,
    staleTime: FRESH_MS,
    retry: retryOnce,
    networkMode: 'always',
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      http.call(organisationApi.overview, { query: toDomainsQuery(state, pageParam) }),
    getNextPageParam: (last, pages) =>
      pages.length * PAGE < last.total && last.domains.length > 0 ? pages.length * PAGE : undefined,
  });
  // An organisation created between two requests shifts the pages: remove duplicates.
  const rows = [
    ...new Map(
      (query.data?.pages ?? []).flatMap(({ domains }) => domains).map((row) => [row.domainId, row]),
    ).values(),
  ];
  const retry = (): void => void query.refetch();
  const loadNextPage = (): void => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  const total = query.data?.pages[0]?.total ?? 0;
  if (query.data !== undefined)
    return {
      rows,
      total,
      status: { kind: 'shown', complete: !query.hasNextPage },
      loadNextPage,
      retry,
    };
  if (query.error === null)
    return { rows, total, status: { kind: 'loading' }, loadNextPage, retry };
  if (!(query.error instanceof ProblemError)) throw query.error;
  return {
    rows,
    total,
    status: { kind: 'failed', problem: query.error.problem },
    loadNextPage,
    retry,
  };
}

/** Maximum children of one parent; far more than a screen can show. */
const MAX_CHANGES = 200;

type Branches = {
  readonly getBranch: (parent: string) => Branch;
  readonly retry: (parent: string) => void;
};

/** The children of every open organisation, loaded when it opens. */
export function useBranches(parents: readonly string[]): Branches {
  const http = useHttp();
  const found = useQueries({
    queries: parents.map((parent) => ({
      queryKey: partsKey(parent),
      staleTime: FRESH_MS,
      retry: retryOnce,
      networkMode: 'always' as const,
      queryFn: () => http.call(organisationApi.overview, { query: { parent, limit: MAX_CHANGES } }),
    })),
  });
  const at = (parent: string) => found[parents.indexOf(parent)];
  return {
    getBranch(parent) {
      const query = at(parent);
      if (query?.data !== undefined) return query.data;
      if (query?.error instanceof Error) {
        if (query.error instanceof ProblemError) return 'failed';
        throw query.error;
      }
      return 'loading';
    },
    retry: (parent) => void at(parent)?.refetch(),
  };
}

/** The counts of one organisation. */
export function useDomainRow(domainId: string) {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', 'domain', domainId],
    staleTime: FRESH_MS,
    retry: retryOnce,
    networkMode: 'always',
    queryFn: async () => {
      const query = { domain: domainId, limit: 1 };
      return (await http.call(organisationApi.overview, { query })).domains[0] ?? null;
    },
  });
}

const partsKey = (parent: string): string[] => ['master', 'domain-parts', parent];

/** The children of one organisation. */
export function useDomainParts(parent: string): UseQueryResult<DomainsPage> {
  const http = useHttp();
  return useQuery({
    queryKey: partsKey(parent),
    networkMode: 'always',
    queryFn: () => http.call(organisationApi.overview, { query: { parent, limit: MAX_CHANGES } }),
  });
}

/** Where a parameter is overridden. */
export function useOverrides(key: string): UseQueryResult<Overrides> {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', 'overrides', key],
    queryFn: () => http.call(parameterApi.overrides, { params: { key } }),
    networkMode: 'always',
  });
}

/** The number of overrides of each parameter. */
export function useOverrideCounts(): UseQueryResult<OverrideCounts> {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', 'override-counts'],
    queryFn: async () => (await http.call(parameterApi.overrideCounts)).parameters,
    networkMode: 'always',
  });
}

export function useSamlProviders(domainId: string): UseQueryResult<SamlProviderEntry[]> {
  const http = useHttp();
  return useQuery({
    queryKey: ['saml-providers', domainId],
    queryFn: async () =>
      (await http.call(samlProviderApi.list, { params: { domainId } })).providers,
  });
}

/** Notification channels of the people of an organisation. */
export function useNotificationChannels(
  domainId: string,
  enabled: boolean,
): UseQueryResult<MemberChannels> {
  const http = useHttp();
  return useQuery({
    queryKey: ['notice-reach', domainId],
    queryFn: () => http.call(organisationApi.noticeReach, { params: { domainId } }),
    enabled,
  });
}

type MemberList = EndpointReply<typeof memberApi.list>;

export function useMembers(domainId: string): UseQueryResult<MemberList> {
  const http = useHttp();
  return useQuery({
    queryKey: ['staff', domainId],
    queryFn: () => http.call(memberApi.list, { query: { domainId } }),
  });
}

export const useOrganisationApi = apiHook((http) => ({
  move: (domainId: string, parentDomainId: string) =>
    http.call(organisationApi.move, { params: { domainId }, body: { parentDomainId } }),
  saveSamlProvider: (domainId: string, body: SamlProviderInput) =>
    http.call(samlProviderApi.save, { params: { domainId }, body }),
  removeSamlProvider: (domainId: string, id: string) =>
    http.call(samlProviderApi.remove, { params: { domainId, id } }),
}));

type PasswordDelivery = EndpointCall<typeof memberApi.givePassword>['body']['by'];

export const useMemberApi = apiHook((http) => ({
  givePassword: (
    userId: string,
    by: PasswordDelivery,
    language: Language,
  ): Promise<GivenPassword> =>
    http.call(memberApi.givePassword, { params: { userId }, body: { by, language } }),
  resetFactors: (userId: string, language: Language): Promise<FactorReset> =>
    http.call(memberApi.resetFactors, { params: { userId }, body: { language } }),
}));
