import {
  agencyApi,
  ProblemError,
  type AgencyDevice,
  type AgencyDevicePage,
  type AgencyDevicesQuery,
} from '@yamori/domain';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useHttp } from '../../../api/http-context.ts';
import type { ListStatus } from '../../../shared/document-list/use-list-rows.ts';

const PAGE = 50;
/** Device states change by the minute. */
const REFRESH_MS = 30_000;

type AgencyDeviceList = {
  readonly rows: readonly AgencyDevice[];
  readonly total: number;
  readonly types: AgencyDevicePage['types'];
  readonly status: ListStatus;
  readonly readOn: () => void;
  readonly retry: () => void;
};

/** Devices in pages of 50, loaded as the reader scrolls; the server searches and sorts. */
export function useAgencyDevices(agencyId: string, asked: AgencyDevicesQuery): AgencyDeviceList {
  const http = useHttp();
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['agency-devices', agencyId, asked],
      initialPageParam: 0,
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
      queryFn: ({ pageParam }) =>
        http.call(agencyApi.devices, {
          params: { domainId: agencyId },
          query: { ...asked, offset: pageParam, limit: PAGE },
        }),
      getNextPageParam: (last: AgencyDevicePage, pages) =>
        last.devices.length === PAGE ? pages.length * PAGE : undefined,
    });
  const readOn = useCallback(() => {
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
    readOn,
    retry: () => void refetch(),
    status: statusOf(error, first !== undefined, !isPlaceholderData && !hasNextPage),
  };
}

function statusOf(error: Error | null, arrived: boolean, complete: boolean): ListStatus {
  if (arrived) return { kind: 'shown', complete };
  if (error === null) return { kind: 'loading' };
  // Anything else is a bug: the error page shows it.
  if (!(error instanceof ProblemError)) throw error;
  return { kind: 'failed', problem: error.problem };
}
