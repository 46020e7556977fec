import { REPORT_MOST_NIGHTS } from '../api/reports.ts';

const DAY_MS = 86_400_000;
/**
 * Beyond years of four digits dates are no longer in the order of their texts, and the nights
 * before them have to be some too.
 */
const [EARLIEST, LATEST] = ['1970-01-01', '2999-12-31'];

/**
 * Nights from one local date to another, both included; none or fewer: the end lies before the
 * beginning.
 */
export const nightCount = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Why no report can be of the nights between two local dates (`2026-11-21`); null: one can. */
export function reportPeriodFault(
  from: string,
  to: string,
): 'report-range-invalid' | 'report-range-too-long' | null {
  const nights = nightCount(from, to);
  if (nights < 1) return 'report-range-invalid';
  if (nights > REPORT_MOST_NIGHTS) return 'report-range-too-long';
  return from < EARLIEST || to > LATEST ? 'report-range-invalid' : null;
}
