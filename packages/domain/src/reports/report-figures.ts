/** Kinds of cells: text, minutes, percentage, mean of counts, count, or rate per minute. */
export type ReportKind = 'text' | 'minutes' | 'percent' | 'times' | 'count' | 'perMinute';

/** Means over nights in display order, named like the metrics of a night. */
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
