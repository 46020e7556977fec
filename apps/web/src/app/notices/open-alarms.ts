import { createContext } from 'react';

/**
 * The number of rooms with a call or an open alarm, for notices outside the screens that must not
 * cover them.
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
