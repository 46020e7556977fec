/**
 * How a cell is written: a length in minutes, a share, a mean of counts, a count, a rate, or text.
 */
export type ReportKind = 'text' | 'minutes' | 'percent' | 'times' | 'count' | 'perMinute';

/**
 * Means of nights, in the order in which they are read; the names are those of a night's result.
 */
export const REPORT_FIGURES = [
  { id: 'TST', kind: 'minutes' },
  { id: 'SE', kind: 'percent' },
  { id: 'WASO', kind: 'minutes' },
  { id: 'awakenings', kind: 'times' },
  { id: 'outOfBedCount', kind: 'times' },
  { id: 'outOfBedMinutes', kind: 'minutes' },
  { id: 'heartRateMean', kind: 'perMinute' },
  { id: 'respirationRateMean', kind: 'perMinute' },
  { id: 'coverage', kind: 'percent' },
] as const satisfies readonly { readonly id: string; readonly kind: ReportKind }[];
export type ReportFigureId = (typeof REPORT_FIGURES)[number]['id'];
