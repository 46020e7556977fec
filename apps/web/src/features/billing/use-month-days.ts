import { agencyApi, billApi, monthsLater } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../api/http-context.ts';
import { useAgency } from '../../shared/agency/agency-context.tsx';

/** As the statistics ask, so that what one has read the other need not. */
const SPANS = [3, 6, 12] as const;

/**
 * What there is to bill on bills of a month: `some` device-days, none since no device `sent`, or
 * none since none was `placed` in a room. `unknown`: it lies too far back, or could not be read.
 */
export type MonthDays = 'reading' | 'unknown' | 'some' | 'sentNone' | 'placedNone';

/**
 * Looked at only where somebody sees a month that has no bills. @param month that is over, or null:
 * nobody does
 */
export function useMonthDays(month: string | null, running: string): MonthDays {
  const { id } = useAgency();
  const http = useHttp();
  const span =
    month === null ? undefined : SPANS.find((months) => month > monthsLater(running, -months));
  const { data, isPending, isError } = useQuery({
    queryKey: ['agency-statistics', id, String(span)],
    queryFn: () =>
      http.call(agencyApi.statistics, { params: { domainId: id }, query: { months: span } }),
    enabled: span !== undefined,
  });
  const late = useQuery({
    queryKey: ['late-days', id],
    queryFn: () => http.call(billApi.late, { params: { domainId: id } }),
    enabled: span !== undefined,
  });
  if (span === undefined || isError) return 'unknown';
  if (isPending || late.isPending) return 'reading';
  // Drafts of whatever month take what came late.
  if ((late.data?.late.length ?? 0) > 0) return 'some';
  const found = data.months.find((each) => each.month === month);
  if (found === undefined) return 'unknown';
  return found.sent > 0 ? 'some' : found.placed > 0 ? 'sentNone' : 'placedNone';
}
