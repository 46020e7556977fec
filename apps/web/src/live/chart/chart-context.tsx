import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChartHost, ChartStatus } from './chart-host.ts';
import type { ChartReport } from './engine/chart-report.ts';

/** The page's one drawing host; the app provides it. */
export const ChartHostContext = createContext<ChartHost | null>(null);

export function useChartHost(): ChartHost {
  const host = useContext(ChartHostContext);
  if (host === null) throw new Error('ChartHostContext is missing');
  return host;
}

/** The latest report, four times a second while something is drawn. */
export function useChartReport(): ChartReport {
  const host = useChartHost();
  return useSyncExternalStore(host.subscribe, host.report);
}

/** Part of the report; the component renders only when `select` gives something else. */
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
