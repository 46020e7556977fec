import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../../call-outcome.ts';

/**
 * What the app hands in: doing what somebody may have to show again for that it is they;
 * `cancelled` when they would not.
 */
type StaffSide = {
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
};

export const StaffContext = createContext<StaffSide | null>(null);

export function useStaffSide(): StaffSide {
  const side = useContext(StaffContext);
  if (side === null) throw new Error('StaffContext is missing');
  return side;
}
