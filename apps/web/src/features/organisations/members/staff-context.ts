import { createContext, useContext } from 'react';
import type { CallOutcome } from '../../../call-outcome.ts';

/**
 * Injected by the app: runs an action that may need a fresh confirmation of identity; `cancelled`
 * if the reader declined.
 */
type StaffSide = {
  readonly act: <Value>(
    call: () => Promise<Value>,
  ) => Promise<CallOutcome<Value> | { readonly kind: 'cancelled' }>;
};

export const StaffContext = createContext<StaffSide | null>(null);

export function useStaffSide(): StaffSide {
  const side = useContext(StaffContext);
  if (side === null) throw new Error('useStaffSide must be used inside <StaffContext>');
  return side;
}
