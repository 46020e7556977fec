import { createContext } from 'react';

/**
 * How many rooms call or have an open accident, for those outside of the screens who must not get
 * in the way of them.
 */
export type OpenAlarms = {
  readonly count: () => number;
  readonly report: (source: string, count: number) => void;
};

export function createOpenAlarms(): OpenAlarms {
  const counts = new Map<string, number>();
  return {
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    report: (source, count) => void counts.set(source, count),
  };
}

export const OpenAlarmsContext = createContext<OpenAlarms>({
  count: () => 0,
  report: () => undefined,
});
