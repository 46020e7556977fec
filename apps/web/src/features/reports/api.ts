import {
  memberApi,
  oneTimeLinkApi,
  ProblemError,
  reportApi,
  type EndpointCall,
  type MemberEntry,
  type OneTimeLinkEntry,
  type OpenedReport,
  type ReportFileCall,
  type ReportFilter,
  type SavedReport,
  type SavedReportList,
} from '@yamori/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { apiHook, useHttp } from '../../api/http-context.ts';

/** The source of a report: a filter, or a saved report; a one-time link allows only the latter. */
export type ReportSource =
  | { readonly kind: 'filter'; readonly filter: ReportFilter }
  | { readonly kind: 'saved'; readonly id: string };

const FRESH_MS = 60_000;

/** Do not retry an answer, or a request without network; anything else may be temporary. */
const retry = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ProblemError);

/** A report from a filter has no name. */
export type FoundReport = Omit<OpenedReport, 'name'> & { readonly name?: string };

/** Null loads nothing. */
export function useReport(source: ReportSource | null): UseQueryResult<FoundReport | null> {
  const http = useHttp();
  return useQuery({
    queryKey: ['report', source],
    enabled: source !== null,
    staleTime: FRESH_MS,
    retry,
    queryFn: async (): Promise<FoundReport | null> => {
      if (source === null) return null;
      if (source.kind === 'saved') return http.call(reportApi.open, { params: { id: source.id } });
      const { filter } = source;
      return { filter, report: await http.call(reportApi.read, { body: filter }) };
    },
  });
}

/** The report of a one-time link. */
export function useLinkedReport(id: string): UseQueryResult<OpenedReport> {
  const http = useHttp();
  return useQuery({
    queryKey: ['linked-report', id],
    retry: false,
    queryFn: () => http.call(reportApi.open, { params: { id } }),
  });
}

const savedReportsKey = (domainId: string): readonly string[] => ['saved-reports', domainId];

export function useSavedReports(domainId: string): UseQueryResult<SavedReportList> {
  const http = useHttp();
  return useQuery({
    queryKey: savedReportsKey(domainId),
    retry,
    queryFn: () => http.call(reportApi.listSaved, { query: { domainId } }),
  });
}

/** Saves a report, reloads the list, and returns the report's id. */
export function useSaveReport(): (
  body: EndpointCall<typeof reportApi.save>['body'],
) => Promise<string> {
  const http = useHttp();
  const queries = useQueryClient();
  return async (body) => {
    const { id } = await http.call(reportApi.save, { body });
    await queries.invalidateQueries({ queryKey: savedReportsKey(body.filter.domainId) });
    return id;
  };
}

/** Members who can get the report by e-mail. */
export function useActiveMembers(domainId: string): UseQueryResult<MemberEntry[]> {
  const http = useHttp();
  return useQuery({
    queryKey: ['report-members', domainId],
    queryFn: async () => {
      const { members } = await http.call(memberApi.list, { query: { domainId } });
      return members.filter(({ state }) => state === 'active');
    },
  });
}

export function useReportLinks({ id, filter }: SavedReport): UseQueryResult<OneTimeLinkEntry[]> {
  const http = useHttp();
  return useQuery({
    queryKey: ['report-links', id],
    queryFn: async () => {
      const query = { domainId: filter.domainId };
      const { links } = await http.call(oneTimeLinkApi.list, { query });
      return links.filter(({ subject }) => subject.report === id);
    },
  });
}

export const useReportApi = apiHook((http) => ({
  rename: (id: string, body: EndpointCall<typeof reportApi.rename>['body']) =>
    http.call(reportApi.rename, { params: { id }, body }),
  remove: (id: string) => http.call(reportApi.remove, { params: { id } }),
  schedule: (id: string, schedule: EndpointCall<typeof reportApi.schedule>['body']['schedule']) =>
    http.call(reportApi.schedule, { params: { id }, body: { schedule } }),
  downloadFile: (source: ReportSource, call: Required<ReportFileCall>, signal: AbortSignal) => {
    const fileName = `yamori.${call.format}`;
    if (source.kind === 'filter') {
      const body = { ...call, filter: source.filter };
      return http.download(reportApi.file, { body }, fileName, { signal });
    }
    const parts = { params: { id: source.id }, body: call };
    return http.download(reportApi.savedFile, parts, fileName, { signal });
  },
  /** @returns the token of the link */
  createLink: async (body: EndpointCall<typeof oneTimeLinkApi.create>['body']) =>
    (await http.call(oneTimeLinkApi.create, { body })).token,
  revokeLink: (linkId: string) => http.call(oneTimeLinkApi.revoke, { params: { linkId } }),
}));
