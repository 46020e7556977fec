import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Clock } from './clock.ts';

const Context = createContext<Clock | null>(null);

export const ClockProvider = ({ clock, children }: { clock: Clock; children: ReactNode }) => (
  <Context value={clock}>{children}</Context>
);

export function useClock(): Clock {
  const clock = useContext(Context);
  if (clock === null) throw new Error('useClock must be used inside <ClockProvider>');
  return clock;
}

/**
 * Something that follows from the time; the component renders only when its value changes. Values
 * are compared by identity.
 */
export function useTimed<Value extends string | number | boolean>(
  of: (nowMs: number) => Value,
): Value {
  const clock = useClock();
  return useSyncExternalStore(clock.subscribe, () => of(clock.now()));
}

/** The time, rounded down to a step, so that derived values are computed once per step. */
export const useNow = (stepMs: number): number =>
  useTimed((nowMs) => Math.floor(nowMs / stepMs) * stepMs);
