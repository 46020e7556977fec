import { monthsLater } from '@yamori/domain';
import { useAgencyStatistics, useUnbilledDays } from './api.ts';

/** The ranges of the statistics page, to share its cache. */
const SPANS = [3, 6, 12] as const;

/**
 * The billable days of a month: `some` device-days, none because no device `sent`, or none because
 * none was `placed` in a room. `unknown`: too long ago, or not readable.
 */
export type MonthDays = 'reading' | 'unknown' | 'some' | 'sentNone' | 'placedNone';

/**
 * Loads only for a displayed month without bills.
 *
 * @param month a past month, or null: loads nothing
 */
export function useMonthDays(month: string | null, running: string): MonthDays {
  const span =
    month === null ? undefined : SPANS.find((months) => month > monthsLater(running, -months));
  const { data, isPending, isError } = useAgencyStatistics(span, { enabled: span !== undefined });
  const late = useUnbilledDays({ enabled: span !== undefined });
  if (span === undefined || isError) return 'unknown';
  if (isPending || late.isPending) return 'reading';
  // Late days go on drafts of any month.
  if ((late.data?.late.length ?? 0) > 0) return 'some';
  const found = data.months.find((candidate) => candidate.month === month);
  if (found === undefined) return 'unknown';
  return found.sent > 0 ? 'some' : found.placed > 0 ? 'sentNone' : 'placedNone';
}
