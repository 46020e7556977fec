import {
  agencyApi,
  billApi,
  ProblemError,
  type AgencyCustomer,
  type AgencyDevice,
  type AgencyDevicePage,
  type AgencyDevicesQuery,
  type AgencyStatistics,
  type billCollection,
  type BillPaperKind,
  type LateDays,
  type Problem,
} from '@yamori/domain';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useHttp } from '../../api/http-context.ts';
import { useAgency } from '../../shared/agency/agency-context.tsx';
import { isWhole, type DocumentOf } from '../../live/documents/document-reader.ts';
import { useLiveDocument, useDocuments } from '../../live/documents/documents-context.tsx';
import { useWholeQuery } from '../../live/documents/use-whole-query.ts';
import type { ListStatus } from '../../live/documents/live-result.ts';

export type Bill = DocumentOf<typeof billCollection>;

/** In place of a month: all unpaid bills. */
export const UNPAID = 'unpaid';

export type FoundBills = {
  readonly bills: readonly Bill[];
  readonly status: ListStatus;
  /** There are more than one list holds. */
  readonly isTruncated: boolean;
};

/**
 * All bills of a month, or for `UNPAID` all unpaid bills of any month. Loads all or none, because
 * the page sums them.
 */
export function useBills(agencyId: string, month: string): FoundBills {
  const all = useDocuments().collection(`domain/${agencyId}/bill`);
  const { found, isTruncated } = useWholeQuery(
    month === UNPAID ? all.where('state', '==', 'issued') : all.where('month', '==', month),
  );
  if (found.kind === 'failed' || found.kind === 'refused')
    return { bills: [], status: { kind: 'failed', problem: found.problem }, isTruncated };
  return found.kind === 'loading'
    ? { bills: [], status: { kind: 'loading' }, isTruncated }
    : {
        bills: found.value.filter((bill): bill is Bill => isWhole(bill)),
        status: { kind: 'shown', complete: true },
        isTruncated,
      };
}

type FoundBill =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'gone' }
  | { readonly kind: 'found'; readonly bill: Bill };

export function useBill(agencyId: string, billId: string): FoundBill {
  const found = useLiveDocument(`domain/${agencyId}/bill/${billId}`);
  if (found.kind === 'failed' || found.kind === 'refused')
    return { kind: 'failed', problem: found.problem };
  if (found.kind === 'loading') return found;
  return found.value !== null && isWhole(found.value)
    ? { kind: 'found', bill: found.value }
    : { kind: 'gone' };
}

/** Calls about the bills of the displayed agency. */
export function useBillApi() {
  const http = useHttp();
  const { id: domainId } = useAgency();
  return useMemo(() => {
    const toParams = ({ documentReferenceId }: Pick<Bill, 'documentReferenceId'>) => ({
      domainId,
      billId: documentReferenceId,
    });
    return {
      generate: (month: string) =>
        http.call(billApi.generate, { params: { domainId }, body: { month } }),
      issue: (bill: Bill) =>
        http.call(billApi.issue, {
          params: toParams(bill),
          body: { updatedAt: bill.updatedAt.toISOString() },
        }),
      remove: (bill: Bill) => http.call(billApi.remove, { params: toParams(bill) }),
      pay: (bill: Bill, paidOn: string) =>
        http.call(billApi.pay, { params: toParams(bill), body: { paidOn } }),
      takePaymentBack: (bill: Bill, was: string | undefined) =>
        http.call(billApi.pay, { params: toParams(bill), body: { paidOn: null, was } }),
      void: (bill: Bill, reason: string) =>
        http.call(billApi.void, { params: toParams(bill), body: { reason } }),
      downloadPaper: (bill: Bill, kind: BillPaperKind) =>
        http.download(billApi.paper, { params: toParams(bill), query: { kind } }, `${kind}.pdf`),
    };
  }, [http, domainId]);
}

type QuerySettings = {
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
  readonly placeholderData?: typeof keepPreviousData;
};

/** The unbilled late days of the displayed agency. */
export function useUnbilledDays(settings: QuerySettings): UseQueryResult<LateDays> {
  const http = useHttp();
  const { id: domainId } = useAgency();
  return useQuery({
    queryKey: lateDaysKey(domainId),
    queryFn: () => http.call(billApi.late, { params: { domainId } }),
    ...settings,
  });
}

export function useReloadUnbilledDays(): () => void {
  const queries = useQueryClient();
  const { id } = useAgency();
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: lateDaysKey(id) }),
    [queries, id],
  );
}

const lateDaysKey = (domainId: string): string[] => ['late-days', domainId];

/** Empty while loading. */
export function useCustomers(): readonly AgencyCustomer[] {
  const http = useHttp();
  const { id: domainId } = useAgency();
  const { data } = useQuery({
    queryKey: ['agency-customers', domainId],
    queryFn: () => http.call(agencyApi.customers, { params: { domainId } }),
  });
  return data?.customers ?? [];
}

/** @param months 3, 6 or 12; each range has one cache for all screens */
export function useAgencyStatistics(
  months: number | undefined,
  settings: QuerySettings,
): UseQueryResult<AgencyStatistics> {
  const http = useHttp();
  const { id: domainId } = useAgency();
  return useQuery({
    queryKey: ['agency-statistics', domainId, months],
    queryFn: () => http.call(agencyApi.statistics, { params: { domainId }, query: { months } }),
    ...settings,
  });
}

const PAGE = 50;
/** Device states change by the minute. */
const DEVICES_REFRESH_MS = 30_000;

type AgencyDeviceList = {
  readonly rows: readonly AgencyDevice[];
  readonly total: number;
  readonly types: AgencyDevicePage['types'];
  readonly status: ListStatus;
  readonly loadNextPage: () => void;
  readonly retry: () => void;
};

/** Devices in pages of 50, loaded as the user scrolls; the server searches and sorts. */
export function useAgencyDevices(query: AgencyDevicesQuery): AgencyDeviceList {
  const http = useHttp();
  const { id: domainId } = useAgency();
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['agency-devices', domainId, query],
      initialPageParam: 0,
      refetchInterval: DEVICES_REFRESH_MS,
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam }) =>
        http.call(agencyApi.devices, {
          params: { domainId },
          query: { ...query, offset: pageParam, limit: PAGE },
        }),
      getNextPageParam: (last: AgencyDevicePage, pages) =>
        last.devices.length === PAGE ? pages.length * PAGE : undefined,
    });
  const loadNextPage = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  // A device that moved between two requests may be on two pages.
  const rows = [
    ...new Map(
      (data?.pages ?? [])
        .flatMap(({ devices }) => devices)
        .map((device) => [device.serial, device]),
    ).values(),
  ];
  const first = data?.pages[0];
  return {
    rows,
    total: first?.total ?? 0,
    types: first?.types ?? [],
    loadNextPage,
    retry: () => void refetch(),
    status: toListStatus(error, first !== undefined, !isPlaceholderData && !hasNextPage),
  };
}

function toListStatus(error: Error | null, arrived: boolean, complete: boolean): ListStatus {
  if (arrived) return { kind: 'shown', complete };
  if (error === null) return { kind: 'loading' };
  // Anything else is a bug: the error page shows it.
  if (!(error instanceof ProblemError)) throw error;
  return { kind: 'failed', problem: error.problem };
}

export const sumDays = ({ lines }: Pick<Bill, 'lines'>): number =>
  lines.reduce((sum, { kind, quantity }) => (kind === 'deviceDays' ? sum + quantity : sum), 0);
export const sumTax = ({ tax }: Pick<Bill, 'tax'>): number =>
  tax.reduce((sum, { amount }) => sum + amount, 0);
