import {
  daysLater,
  devicesVisibleTo,
  EVERYTHING,
  domainCollection,
  mayReadReports,
  mayReportBySex,
  nightCount,
  getNightDate,
  nightRange,
  canAccessDomain,
  ProblemError,
  MAX_REPORT_NIGHTS,
  MAX_REPORT_ROOMS,
  reportPeriodFault,
  roomsVisibleTo,
  type Actor,
  type ReportFilter,
  type ReportPeriod,
  type Visibility,
} from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/**
 * Inputs of a report whose reader is authorised: the filter, its two periods, and the documents
 * that the reader can see.
 */
export type ReportScope = {
  readonly filter: ReportFilter;
  readonly domainName: string;
  readonly rootDomainId: string;
  readonly timeZone: string;
  readonly nightStartsAt: string;
  readonly period: NightSpan;
  readonly before: NightSpan;
  /** Applies to rooms and the documents below them, in addition to the organisation's limits. */
  readonly visibility: Visibility;
  readonly deviceVisibility: Visibility;
  readonly showsSex: boolean;
};
/**
 * Local dates on which the first and last night begin, both included; `fromMs` to `toMs` (Unix
 * time) spans the start of the first to the end of the last.
 */
export type NightSpan = {
  readonly from: string;
  readonly to: string;
  readonly fromMs: number;
  readonly toMs: number;
};

const fields = domainCollection.schema
  .pick({ name: true, rootDomainId: true, timeZone: true, nightStartsAt: true })
  .strip();

export async function getReaderScope(
  store: DocumentStore,
  actor: Actor,
  filter: ReportFilter,
  now: Date,
): Promise<ReportScope> {
  requireReader(actor);
  if (!canAccessDomain(actor, filter.domainId)) throw new ProblemError('domain-not-found');
  const showsSex = mayReportBySex(actor);
  if (filter.sexes.length > 0 && !showsSex) throw new ProblemError('report-filter-forbidden');
  return buildScope(store, filter, now, {
    visibility: roomsVisibleTo(actor),
    deviceVisibility: devicesVisibleTo(actor),
    showsSex,
  });
}

/** Scope of a report opened with a one-time link: the saved filter, without resident data. */
export const getGuestScope = (
  store: DocumentStore,
  filter: ReportFilter,
  now: Date,
): Promise<ReportScope> =>
  buildScope(store, filter, now, {
    visibility: EVERYTHING,
    deviceVisibility: EVERYTHING,
    showsSex: false,
  });

export function requireReader(actor: Actor): void {
  if (!mayReadReports(actor)) throw new ProblemError('report-forbidden');
}

async function buildScope(
  store: DocumentStore,
  filter: ReportFilter,
  now: Date,
  seen: Pick<ReportScope, 'visibility' | 'deviceVisibility' | 'showsSex'>,
): Promise<ReportScope> {
  const [domain] = await store.read([`domain/${filter.domainId}`]);
  const read = fields.safeParse(domain?.data);
  if (!read.success) throw new ProblemError('domain-not-found');
  const { name, rootDomainId, timeZone, nightStartsAt } = read.data;
  if (filter.roomIds.length > MAX_REPORT_ROOMS)
    throw new ProblemError('report-rooms-too-many', { details: { limit: MAX_REPORT_ROOMS } });
  const { from, to } = getDates(
    filter.period,
    daysLater(getNightDate(now.getTime(), timeZone, nightStartsAt), -1),
  );
  const fault = reportPeriodFault(from, to);
  if (fault !== null)
    throw new ProblemError(
      fault,
      fault === 'report-range-too-long' ? { details: { limit: MAX_REPORT_NIGHTS } } : {},
    );
  const nights = nightCount(from, to);
  const span = (first: string, last: string): NightSpan => ({
    from: first,
    to: last,
    fromMs: nightRange(first, timeZone, nightStartsAt).fromMs,
    toMs: nightRange(last, timeZone, nightStartsAt).toMs,
  });
  return {
    filter,
    domainName: name,
    rootDomainId,
    timeZone,
    nightStartsAt,
    period: span(from, to),
    before: span(daysLater(from, -nights), daysLater(from, -1)),
    ...seen,
  };
}

/** `newest` is the last night that is over. */
const getDates = (
  period: ReportPeriod,
  newest: string,
): { readonly from: string; readonly to: string } =>
  period.kind === 'between' ? period : { from: daysLater(newest, 1 - period.nights), to: newest };
