import {
  platformApi,
  ProblemError,
  usageApi,
  type Fleet,
  type FleetJobs,
  type JobState,
  type ServerStatus,
  type UsageReply,
} from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Http } from '../../api/http.ts';
import { useHttp } from '../../api/http-context.ts';

const REFRESH_MS = 10_000;
const retryOnce = (count: number, error: Error): boolean =>
  count < 1 && !(error instanceof ProblemError);

export const useFleet = (): UseQueryResult<Fleet> =>
  usePolled(['fleet'], (http) => http.call(platformApi.fleet));

export const useServerStatus = (): UseQueryResult<ServerStatus> =>
  usePolled(['server'], (http) => http.call(platformApi.server));

export const useJobs = (state: JobState): UseQueryResult<FleetJobs> =>
  usePolled(['jobs', state], (http) => http.call(platformApi.jobs, { query: { state } }));

/** Page views of the last days. */
export const useUsageCounts = (days: number): UseQueryResult<UsageReply> =>
  usePolled(['usage', days], (http) => http.call(usageApi.counts, { query: { days } }));

/** Starts a job again and reloads the list of jobs. */
export function useRetryJob(): (jobId: string) => Promise<void> {
  const http = useHttp();
  const queries = useQueryClient();
  return (jobId) =>
    http.call(platformApi.retryJob, { params: { jobId } }).finally(() => {
      void queries.invalidateQueries({ queryKey: ['master', 'jobs'] });
    });
}

/** Polls every ten seconds while the page is visible. The last value stays if a refresh fails. */
function usePolled<Value>(
  key: readonly unknown[],
  read: (http: Http) => Promise<Value>,
): UseQueryResult<Value> {
  const http = useHttp();
  return useQuery({
    queryKey: ['master', ...key],
    queryFn: () => read(http),
    refetchInterval: REFRESH_MS,
    retry: retryOnce,
    networkMode: 'always',
  });
}
