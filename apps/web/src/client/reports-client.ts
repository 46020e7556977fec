import {
  createOneTimeLinkReply,
  openedReport,
  oneTimeLinkListReply,
  report,
  REPORT_FILE_HEADERS,
  REPORT_PATH,
  savedReport,
  savedReportList,
  type OneTimeLinkEntry,
  type OpenedReport,
  type Report,
  type ReportFilter,
  type ReportFormat,
  type ReportRhythm,
  type ReportTableId,
  type SavedReport,
  type SavedReportList,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { attachmentName } from './attachment-name.ts';
import { callJson, failureOf, unlessGone, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

/** What a file is of: a filter, or what was saved; a one-time link opens the latter alone. */
export type ReportSource =
  | { readonly kind: 'filter'; readonly filter: ReportFilter }
  | { readonly kind: 'saved'; readonly id: string };
export type ReportFileAsked = {
  readonly format: ReportFormat;
  readonly table: ReportTableId;
  readonly language: 'ja' | 'en';
};

/** A file, and of which report it was made; null where somebody on the way took that off. */
export type ReportFile = {
  readonly blob: Blob;
  readonly fileName: string;
  readonly made: Pick<Report, 'madeAt' | 'digest'> | null;
};

/** Reports, their files, and those that were saved. Each call rejects with a ProblemError. */
export type ReportsClient = {
  readonly read: (filter: ReportFilter) => Promise<Report>;
  readonly open: (id: string) => Promise<OpenedReport>;
  /** @throws the signal's reason when aborted */
  readonly file: (
    source: ReportSource,
    asked: ReportFileAsked,
    signal: AbortSignal,
  ) => Promise<ReportFile>;
  readonly saved: (domainId: string) => Promise<SavedReportList>;
  readonly save: (call: {
    readonly name: string;
    readonly isShared: boolean;
    readonly filter: ReportFilter;
  }) => Promise<SavedReport>;
  readonly rename: (
    id: string,
    call: { readonly name: string; readonly isShared: boolean },
  ) => Promise<void>;
  readonly schedule: (
    id: string,
    schedule: { readonly every: ReportRhythm; readonly recipients: readonly string[] } | null,
  ) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /**
   * A link that opens one report once, for somebody without an account. @returns what stands behind
   * `#` in its address
   */
  readonly makeLink: (of: {
    readonly domainId: string;
    readonly reportId: string;
    readonly label: string;
    readonly hours: number;
  }) => Promise<string>;
  readonly links: (domainId: string, reportId: string) => Promise<readonly OneTimeLinkEntry[]>;
  readonly revokeLink: (linkId: string) => Promise<void>;
};

export function createReportsClient(options: HttpOptions): ReportsClient {
  const tell = (path: string, body: unknown): Promise<void> =>
    callJson(options, 'POST', path, body, NO_REPLY);
  const at = (id: string, command = ''): string =>
    `${REPORT_PATH}/saved/${encodeURIComponent(id)}${command === '' ? '' : `/${command}`}`;
  return {
    read: (filter) => callJson(options, 'POST', `${REPORT_PATH}/read`, filter, report),
    open: (id) => callJson(options, 'GET', at(id), undefined, openedReport),
    async file(source, asked, signal) {
      const path = source.kind === 'saved' ? at(source.id, 'file') : `${REPORT_PATH}/file`;
      const body = JSON.stringify(
        source.kind === 'saved' ? asked : { ...asked, filter: source.filter },
      );
      const response = await unlessGone(signal, path, () =>
        options.fetch(`${options.baseUrl ?? ''}${path}`, {
          method: 'POST',
          credentials: 'same-origin',
          headers: { 'content-type': 'application/json', ...options.headers },
          body,
          signal,
        }),
      );
      if (!response.ok) throw await failureOf(response);
      const blob = await unlessGone(signal, path, () => response.blob());
      const [madeAt, digest] = [
        response.headers.get(REPORT_FILE_HEADERS.madeAt),
        response.headers.get(REPORT_FILE_HEADERS.digest),
      ];
      return {
        blob,
        fileName: attachmentName(response, `yamori.${asked.format}`),
        made: madeAt === null || digest === null ? null : { madeAt, digest },
      };
    },
    saved: (domainId) =>
      callJson(
        options,
        'GET',
        `${REPORT_PATH}/saved?domainId=${encodeURIComponent(domainId)}`,
        undefined,
        savedReportList,
      ),
    save: (call) => callJson(options, 'POST', `${REPORT_PATH}/saved`, call, savedReport),
    rename: (id, call) => tell(at(id, 'name'), call),
    schedule: (id, schedule) => tell(at(id, 'schedule'), { schedule }),
    remove: (id) => tell(at(id, 'removal'), undefined),
    makeLink: async ({ domainId, reportId, label, hours }) =>
      (
        await callJson(
          options,
          'POST',
          '/api/one-time-links',
          { subject: { kind: 'report', domainId, report: reportId }, label, hours },
          createOneTimeLinkReply,
        )
      ).token,
    links: async (domainId, reportId) =>
      (
        await callJson(
          options,
          'GET',
          `/api/one-time-links?domainId=${encodeURIComponent(domainId)}`,
          undefined,
          oneTimeLinkListReply,
        )
      ).links.filter(({ subject }) => subject.report === reportId),
    revokeLink: (linkId) => tell(`/api/one-time-links/${encodeURIComponent(linkId)}/revoke`, {}),
  };
}

/** The server of the page, unless somebody hands in another. */
export const ReportsClientContext = createContext<ReportsClient>(
  createReportsClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
);
export const useReportsClient = (): ReportsClient => useContext(ReportsClientContext);
