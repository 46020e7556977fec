import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChartHost, ChartStatus } from './chart-host.ts';
import type { ChartReport } from './engine/chart-report.ts';

/** The page's only chart host; the app provides it. */
export const ChartHostContext = createContext<ChartHost | null>(null);

export function useChartHost(): ChartHost {
  const host = useContext(ChartHostContext);
  if (host === null) throw new Error('useChartHost must be used inside <ChartHostContext>');
  return host;
}

/** The latest report, four times a second while something is drawn. */
export function useChartReport(): ChartReport {
  const host = useChartHost();
  return useSyncExternalStore(host.subscribe, host.report);
}

/** A part of the report; the component renders only when the result of `select` changes. */
export function useChartPart<Part extends string | number | boolean | null | undefined>(
  select: (report: ChartReport) => Part,
): Part {
  const host = useChartHost();
  return useSyncExternalStore(host.subscribe, () => select(host.report()));
}

export function useChartStatus(): ChartStatus {
  const host = useChartHost();
  return useSyncExternalStore(host.subscribe, host.status);
}
