import { MAX_REPORT_NIGHTS } from '../api/reports.ts';

const DAY_MS = 86_400_000;
/**
 * ISO dates sort as text only within four-digit years. The previous period, for comparison, must be
 * in range too.
 */
const EARLIEST = '1970-01-01';
const LATEST = '2999-12-31';

/**
 * Number of nights between two local dates, both included; zero or negative if the end is before
 * the start.
 */
export const nightCount = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Why a period between two local dates (`2026-11-21`) is invalid; null if it is valid. */
export function reportPeriodFault(
  from: string,
  to: string,
): 'report-range-invalid' | 'report-range-too-long' | null {
  const nights = nightCount(from, to);
  if (nights < 1) return 'report-range-invalid';
  if (nights > MAX_REPORT_NIGHTS) return 'report-range-too-long';
  return from < EARLIEST || to > LATEST ? 'report-range-invalid' : null;
}
